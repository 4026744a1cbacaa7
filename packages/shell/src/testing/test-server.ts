import { readConfiguration, startServer } from '@rowhouse/server'
import type { Connection } from '../session/session.js'

/** A server in memory with one instance, for the tests of the shell. */
export interface TestServer {
  readonly connection: Required<Pick<Connection, 'endpoint' | 'instance' | 'id' | 'secret'>>
  close(): Promise<void>
}

export async function startTestServer(): Promise<TestServer> {
  const server = await startServer(
    readConfiguration({
      options: {
        ephemeral: 'true',
        port: '0',
        instance: 'myinstance',
        accessKey: 'shell-key:shell-secret',
        logLevel: 'silent',
      },
      environment: {},
      configFile: undefined,
    }),
  )
  const { endpoint } = server
  return {
    connection: { endpoint, instance: 'myinstance', id: 'shell-key', secret: 'shell-secret' },
    close: () => server.close(),
  }
}
