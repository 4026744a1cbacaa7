import { setFlagsFromString } from 'node:v8'
import { createContext, Script } from 'node:vm'

/**
 * Collects all garbage of this thread. Made in a context of its own, for the program's own has no such
 * function.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const context = createContext()
  const script = new Script('gc()')
  return () => {
    script.runInContext(context)
  }
}
