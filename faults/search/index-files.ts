import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeFiles } from '@rowhouse/platform'
import { verifyIndexFiles } from '@rowhouse/search-engine'
import { Violation } from '../workloads/workload.js'

const SEGMENT = /^\d+\.segment$/
const NEW_MANIFEST = 'manifest.new'
/** What commits, merges and drops make, change and remove. */
export const FILE_KINDS = [SEGMENT, /\.deletes$/, /^manifest\.new$/, /^manifest$/, /./] as const

interface Awaited {
  readonly kind: RegExp
  left: number
  readonly tell: () => void
}

/** Looks on while a server works in the folders of its search indexes. */
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

  /** Resolves when something has happened so many times to files of a kind; maybe never. */
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
    // A folder may be gone again.
    watcher.on('error', () => watcher.close())
    this.#watchers.set(name, watcher)
  }
}

/**
 * What a kill has left of the files of all indexes, before anybody opens them: whatever a manifest names has
 * to be whole. Answers whether there are files that none names: a commit, a merge or a drop was under way.
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
