import { sharedServer } from './shared-server.js'
import { startServer } from './start-test-server.js'
import type { TestInstance } from './test-server.js'

/** The context of tests that are extended with `rowhouseFixtures`. */
export interface RowhouseContext {
  /** An instance that is empty and without faults at the start of the test. */
  readonly rowhouse: TestInstance
  /** The same instance, with the content that earlier tests of the file have left. */
  readonly rowhouseOfFile: TestInstance
}

type Use = (instance: TestInstance) => Promise<void>

export interface RowhouseFixtures {
  readonly rowhouseOfFile: [
    (context: object, use: Use) => Promise<void>,
    { readonly scope: 'file' },
  ]
  readonly rowhouse: (context: Pick<RowhouseContext, 'rowhouseOfFile'>, use: Use) => Promise<void>
}

/**
 * For `test.extend<RowhouseContext>(rowhouseFixtures)` of Vitest. Each test file has an instance of the
 * server that `rowhouse/global-setup` has started, or without that its own server in its process.
 */
export const rowhouseFixtures: RowhouseFixtures = {
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads there that this one needs no other.
  rowhouseOfFile: [async ({}, use) => useInstance(use), { scope: 'file' }],
  rowhouse: async ({ rowhouseOfFile }, use) => {
    await rowhouseOfFile.reset()
    await use(rowhouseOfFile)
  },
}

async function useInstance(use: Use): Promise<void> {
  const shared = sharedServer()
  if (shared === undefined) {
    const server = await startServer()
    await use(server)
    await server.close()
    return
  }
  const instance = await shared.createInstance()
  await use(instance)
  await instance.deleteInstance()
}
