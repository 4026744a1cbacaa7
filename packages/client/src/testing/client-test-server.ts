import { startMemoryServer } from '@rowhouse/server/testing'
import { Client, type ClientParts } from '../client.js'
import type { ClientOptions } from '../client-options.js'

/** A server in memory with one instance, for the tests of the client. */
export interface TestServer {
  readonly endpoint: string
  client(options?: Partial<ClientOptions>, parts?: ClientParts): Client
  close(): Promise<void>
}

export const INSTANCE = 'client-tests'

export async function startTestServer(): Promise<TestServer> {
  const server = await startMemoryServer(INSTANCE)
  const clients: Client[] = []
  return {
    endpoint: server.endpoint,
    client: (options = {}, parts = {}) => {
      const defaults = {
        endpoint: server.endpoint,
        instance: INSTANCE,
        accessKey: server.accessKey,
      }
      const client = new Client({ ...defaults, ...options }, parts)
      clients.push(client)
      return client
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
      await server.close()
    },
  }
}
