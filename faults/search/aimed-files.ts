import type { Files } from '@rowhouse/platform'
import type { SimulatedFiles } from '@rowhouse/platform/testing'

/** The files of a machine, for some of who use them: the power fails soon after one of their calls. */
export interface AimedFiles {
  readonly files: Files
  /** The power fails `then` calls after so many of these from now. */
  aim(calls: number, then: number): void
}

/** Calls on opened files are not counted: those that follow one may be such. */
export const aimedFiles = (simulated: SimulatedFiles): AimedFiles => {
  let left = 0
  let after = 0
  const counted = <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    left--
    if (left === 0) simulated.cutAfter(after)
    return call()
  }
  return {
    files: {
      makeDirectory: (path) => counted(() => simulated.makeDirectory(path)),
      list: (path) => counted(() => simulated.list(path)),
      open: (path, mode) => counted(() => simulated.open(path, mode)),
      rename: (from, to) => counted(() => simulated.rename(from, to)),
      remove: (path) => counted(() => simulated.remove(path)),
      syncDirectory: (path) => counted(() => simulated.syncDirectory(path)),
      identity: (path) => simulated.identity(path),
      freeSpace: () => simulated.freeSpace(),
    },
    aim: (calls, then) => {
      left = calls
      after = then
    },
  }
}
