import { MEMORY_SERVER_KEY, startMemoryServer } from '@rowhouse/server/testing'
import type { Target } from '../target.js'

export const ACCESS_KEY = MEMORY_SERVER_KEY

/** A server in memory with one instance, for the programs of the tests. */
export async function startTestServer(): Promise<Target & { readonly close: () => Promise<void> }> {
  const { endpoint, instance, close } = await startMemoryServer('code-tests')
  return { endpoint, instance, close }
}
