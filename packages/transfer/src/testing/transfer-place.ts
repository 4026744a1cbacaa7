import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@rowhouse/client'
import { startMemoryServer } from '@rowhouse/server/testing'

/** A server in memory and a folder for files, for tests of transfers. */
export interface TestPlace {
  readonly client: Client
  readonly endpoint: string
  path(name: string): string
  close(): Promise<void>
}

export const TEST_INSTANCE = 'transfers'

export async function startTestPlace(): Promise<TestPlace> {
  const server = await startMemoryServer(TEST_INSTANCE)
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-transfer-'))
  const { endpoint } = server
  const client = new Client({ endpoint, instance: TEST_INSTANCE, accessKey: server.accessKey })
  return {
    client,
    endpoint,
    path: (name) => join(folder, name),
    close: async () => {
      await client.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
