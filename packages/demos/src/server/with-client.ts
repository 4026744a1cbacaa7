import { Client } from '@rowhouse/client'
import { type ConnectionOptions, withConnection } from './demo-command.js'

/** Runs with a client of a running server, or of one of its own; answers the exit code. */
export const withClient = (
  options: ConnectionOptions,
  run: (client: Client) => Promise<boolean>,
  settings: readonly string[] = [],
): Promise<number> =>
  withConnection(
    options,
    async ({ endpoint, instance, accessKeyId, accessKeySecret }) => {
      const accessKey = { id: accessKeyId, secret: accessKeySecret }
      const client = new Client({ endpoint, instance, accessKey })
      try {
        return await run(client)
      } finally {
        await client.close()
      }
    },
    settings,
  )
