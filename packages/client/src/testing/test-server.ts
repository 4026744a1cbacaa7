import { readConfiguration, startServer } from '@rowhouse/server'
import { Client, type ClientParts } from '../client.js'
import type { ClientOptions } from '../client-options.js'

/** A server in memory with one instance, for the tests of the client. */
export interface TestServer {
  readonly endpoint: string
  client(options?: Partial<ClientOptions>, parts?: ClientParts): Client
  close(): Promise<void>
}

export const INSTANCE = 'client-tests'
export const ACCESS_KEY = { id: 'test-key', secret: 'test-secret' }

export async function startTestServer(): Promise<TestServer> {
  const configuration = readConfiguration({
    options: {
      ephemeral: 'true',
      port: '0',
      instance: INSTANCE,
      accessKey: `${ACCESS_KEY.id}:${ACCESS_KEY.secret}`,
      logLevel: 'silent',
    },
    environment: {},
    configFile: undefined,
  })
  const server = await startServer(configuration)
  const clients: Client[] = []
  return {
    endpoint: server.endpoint,
    client: (options = {}, parts = {}) => {
      const defaults = { endpoint: server.endpoint, instance: INSTANCE, accessKey: ACCESS_KEY }
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
