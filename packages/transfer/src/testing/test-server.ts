import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@rowhouse/client'
import { readConfiguration, startServer } from '@rowhouse/server'

/** A server in memory and a folder for files, for the tests of transfers. */
export interface TestPlace {
  readonly client: Client
  readonly endpoint: string
  path(name: string): string
  close(): Promise<void>
}

export const TEST_INSTANCE = 'transfers'
const ACCESS_KEY = { id: 'test-key', secret: 'test-secret' }

export async function startTestPlace(): Promise<TestPlace> {
  const configuration = readConfiguration({
    options: {
      ephemeral: 'true',
      port: '0',
      instance: TEST_INSTANCE,
      accessKey: `${ACCESS_KEY.id}:${ACCESS_KEY.secret}`,
      logLevel: 'silent',
    },
    environment: {},
    configFile: undefined,
  })
  const server = await startServer(configuration)
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-transfer-'))
  const { endpoint } = server
  const client = new Client({ endpoint, instance: TEST_INSTANCE, accessKey: ACCESS_KEY })
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
