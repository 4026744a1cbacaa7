import { type Files, nodeFiles } from '@rowhouse/platform'

export class CutError extends Error {}

export interface CutFiles {
  readonly files: Files
  /** Calls that change something, up to now. */
  readonly calls: () => number
}

/** The system's files up to the call with this number, which fails as all later ones do. */
export function cutFiles(lastCall: number): CutFiles {
  let calls = 0
  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    if (++calls >= lastCall) throw new CutError(`cut at call ${lastCall}`)
    return call()
  }
  const files: Files = {
    ...nodeFiles,
    makeDirectory: (path) => counted(() => nodeFiles.makeDirectory(path)),
    open: (path, mode) =>
      mode === 'read' ? nodeFiles.open(path, mode) : counted(() => nodeFiles.open(path, mode)),
    rename: (from, to) => counted(() => nodeFiles.rename(from, to)),
    remove: (path) => counted(() => nodeFiles.remove(path)),
    removeFolder: (path) => counted(() => nodeFiles.removeFolder(path)),
    syncDirectory: (path) => counted(() => nodeFiles.syncDirectory(path)),
  }
  return { files, calls: () => calls }
}
