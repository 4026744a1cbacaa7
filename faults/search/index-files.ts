import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeFiles } from '@rowhouse/platform'
import { verifyIndexFiles } from '@rowhouse/search-engine'
import { Violation } from '../workloads/workload.js'

const SEGMENT = /^\d+\.segment$/
const NEW_MANIFEST = 'manifest.new'
/** The kinds of files that commits, merges and drops create, change and remove. */
export const FILE_KINDS = [SEGMENT, /\.deletes$/, /^manifest\.new$/, /^manifest$/, /./] as const

interface Awaited {
  readonly kind: RegExp
  left: number
  readonly tell: () => void
}

/** Watches the folders of a server's search indexes. */
export class WatchedIndexFiles {
  readonly #directory: string
  readonly #watchers = new Map<string, FSWatcher>()
  #awaited: Awaited | undefined

  static async of(directory: string): Promise<WatchedIndexFiles> {
    const watched = new WatchedIndexFiles(directory)
    watched.#watch('', (name) => watched.#watchIndex(name))
    for (const name of await readdir(directory)) watched.#watchIndex(name)
    return watched
  }

  private constructor(directory: string) {
    this.#directory = directory
  }

  /** Resolves after so many events of files of a kind; possibly never. */
  happened(kind: RegExp, times: number): Promise<void> {
    return new Promise((tell) => {
      this.#awaited = { kind, left: times, tell }
    })
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  #watchIndex(name: string): void {
    this.#watch(name, (file) => {
      const awaited = this.#awaited
      if (awaited?.kind.test(file) !== true) return
      awaited.left--
      if (awaited.left <= 0) awaited.tell()
    })
  }

  #watch(name: string, told: (file: string) => void): void {
    if (this.#watchers.has(name)) return
    const watcher = watch(join(this.#directory, name), (_, file) => {
      if (file !== null) told(file)
    })
    // The folder may have been removed meanwhile.
    watcher.on('error', () => watcher.close())
    this.#watchers.set(name, watcher)
  }
}

/**
 * Checks the files of all indexes after a kill, before they are opened: every file that a manifest names
 * must be whole. Returns whether there are other files: then a commit, a merge or a drop was interrupted.
 */
export const isLeftUnfinished = async (directory: string): Promise<boolean> => {
  const { damages, segments } = await verifyIndexFiles(nodeFiles, directory)
  if (damages.length > 0) throw new Violation('index files', damages.join('; '))
  let found = 0
  let hasNewManifest = false
  for (const index of await readdir(directory)) {
    const names = await readdir(join(directory, index))
    found += names.filter((name) => SEGMENT.test(name)).length
    hasNewManifest ||= names.includes(NEW_MANIFEST)
  }
  return hasNewManifest || found > segments
}
