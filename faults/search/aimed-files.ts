import type { Files } from '@rowhouse/platform'
import type { SimulatedFiles } from '@rowhouse/platform/testing'

/** The files of a machine for one of its users: the power fails soon after one of that user's calls. */
export interface AimedFiles {
  readonly files: Files
  /** The power fails `then` calls after this user's call number `calls` from now. */
  aim(calls: number, then: number): void
}

/** Only calls that open or change files by name are counted; calls on opened files may come after them. */
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
      removeFolder: (path) => counted(() => simulated.removeFolder(path)),
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
