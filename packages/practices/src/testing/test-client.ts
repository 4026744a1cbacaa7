import { Client } from '@rowhouse/client'
import { readConfiguration, startServer } from '@rowhouse/server'

/** A client of a server in memory. */
export async function startTestClient(): Promise<{
  readonly client: Client
  close(): Promise<void>
}> {
  const [instance, accessKey] = ['practice', { id: 'test-key', secret: 'test-secret' }]
  const options = {
    ephemeral: 'true',
    port: '0',
    instance,
    accessKey: `${accessKey.id}:${accessKey.secret}`,
    logLevel: 'silent',
  }
  const server = await startServer(
    readConfiguration({ options, environment: {}, configFile: undefined }),
  )
  const client = new Client({ endpoint: server.endpoint, instance, accessKey })
  return {
    client,
    close: async () => {
      await client.close()
      await server.close()
    },
  }
}
