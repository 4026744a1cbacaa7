import { Client } from '@rowhouse/client'
import { startMemoryServer } from '@rowhouse/server/testing'

/** A client of a server in memory. */
export async function startTestClient(): Promise<{
  readonly client: Client
  close(): Promise<void>
}> {
  const server = await startMemoryServer()
  const client = new Client(server)
  return {
    client,
    close: async () => {
      await client.close()
      await server.close()
    },
  }
}
