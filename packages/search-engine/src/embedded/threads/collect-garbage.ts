import { setFlagsFromString } from 'node:v8'
import { createContext, Script } from 'node:vm'

/**
 * Collects all garbage of this thread. The function comes from a new context, because the program's
 * own context has none.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const context = createContext()
  const script = new Script('gc()')
  return () => {
    script.runInContext(context)
  }
}
