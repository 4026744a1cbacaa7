import { ControlError } from './ask-control.js'
import { sharedServer } from './shared-server.js'
import type { TestInstance } from './test-server.js'

/** The hooks of Jest in the global scope of each test file. */
interface Hooks {
  readonly beforeAll: Hook
  readonly beforeEach: Hook
  readonly afterAll: Hook
}

type Hook = (work: () => Promise<void>) => void

/**
 * An instance for the tests of this file, which is empty and without faults at the start of each test.
 * Call it at the top of the file, and use the result in tests and hooks. It needs 'rowhouse/global-setup'
 * as `globalSetup`.
 */
export function useRowhouse(): TestInstance {
  const { beforeAll, beforeEach, afterAll } = hooksOf(globalThis)
  let instance: TestInstance | undefined
  const current = (): TestInstance => {
    if (instance !== undefined) return instance
    throw new ControlError('the instance is there in tests and hooks, not before')
  }
  beforeAll(async () => {
    const shared = sharedServer()
    if (shared === undefined) {
      throw new ControlError("no server is there: set globalSetup to 'rowhouse/global-setup'")
    }
    instance = await shared.createInstance()
  })
  beforeEach(() => current().reset())
  afterAll(async () => instance?.deleteInstance())
  return {
    get endpoint() {
      return current().endpoint
    },
    get instance() {
      return current().instance
    },
    get accessKey() {
      return current().accessKey
    },
    get control() {
      return current().control
    },
    reset: () => current().reset(),
    seed: (file) => current().seed(file),
    addFault: (fault) => current().addFault(fault),
    createInstance: () => current().createInstance(),
    deleteInstance: () => current().deleteInstance(),
  }
}

function hooksOf(scope: object): Hooks {
  if (hasHooks(scope)) return scope
  throw new ControlError('useRowhouse is for tests that Jest runs')
}

const hasHooks = (scope: object): scope is Hooks =>
  ['beforeAll', 'beforeEach', 'afterAll'].every(
    (name) => typeof Reflect.get(scope, name) === 'function',
  )
