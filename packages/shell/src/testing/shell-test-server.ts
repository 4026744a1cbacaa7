import { startMemoryServer } from '@rowhouse/server/testing'
import type { Connection } from '../session/session.js'

/** A server in memory with one instance, for tests of the shell. */
export interface TestServer {
  readonly connection: Required<Pick<Connection, 'endpoint' | 'instance' | 'id' | 'secret'>>
  close(): Promise<void>
}

export async function startTestServer(): Promise<TestServer> {
  const { endpoint, instance, accessKey, close } = await startMemoryServer('myinstance')
  return { connection: { endpoint, instance, ...accessKey }, close }
}
