import { SHARED_SERVER } from './shared-server.js'
import { startServer } from './start-test-server.js'
import type { ServerAddress } from './test-server.js'

/**
 * Starts a server for this process and the processes that it starts from now on, such as the workers of a
 * test runner. The server ends with this process. A second call, as in a watching runner, keeps the
 * server.
 */
export async function shareServer(): Promise<void> {
  if (process.env[SHARED_SERVER] !== undefined) return
  const { endpoint, instance, accessKey, control } = await startServer({ child: true })
  const address: ServerAddress = { endpoint, instance, accessKey, control }
  process.env[SHARED_SERVER] = JSON.stringify(address)
}
