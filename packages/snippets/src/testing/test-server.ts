import { readConfiguration, startServer } from '@rowhouse/server'
import type { Target } from '../target.js'

export const ACCESS_KEY = { id: 'code-key', secret: 'code-secret' }

/** A server in memory with one instance, for the programs of the tests. */
export async function startTestServer(): Promise<Target & { readonly close: () => Promise<void> }> {
  const instance = 'code-tests'
  const server = await startServer(
    readConfiguration({
      options: {
        ephemeral: 'true',
        port: '0',
        instance,
        accessKey: `${ACCESS_KEY.id}:${ACCESS_KEY.secret}`,
        logLevel: 'silent',
      },
      environment: {},
      configFile: undefined,
    }),
  )
  return { endpoint: server.endpoint, instance, close: () => server.close() }
}
