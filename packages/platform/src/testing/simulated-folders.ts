import { basename, dirname, join } from 'node:path'
import type { SeededRandom } from './seeded-random.js'

interface FolderRename {
  readonly from: string
  readonly to: string
}

/** Folders by their paths, each with a name that no other folder has, and that it never loses. */
type FolderNames = Map<string, string>

/**
 * The folders of simulated files. They are made and removed for good at once, and renamed for good by a
 * `syncDirectory` of the folder that they are in.
 */
export class SimulatedFolders {
  readonly #current: FolderNames
  readonly #durable: FolderNames
  #unsynced: FolderRename[] = []
  #made: number

  constructor(folders: ReadonlyMap<string, string> = new Map(), made = 0) {
    this.#current = new Map(folders)
    this.#durable = new Map(folders)
    this.#made = made
  }

  has(path: string): boolean {
    return this.#current.has(path)
  }

  paths(): Iterable<string> {
    return this.#current.keys()
  }

  /** The name of the folder for good; its path where there is none. */
  nameOf(path: string): string {
    return this.#current.get(path) ?? path
  }

  /** The path of a file by the lasting name of its folder. */
  place(path: string): string {
    return join(this.nameOf(dirname(path)), basename(path))
  }

  make(path: string): void {
    if (this.#durable.has(path)) throw new Error(`the folder ${path} was renamed, and not synced`)
    const name = `${path}#${this.#made++}`
    this.#current.set(path, name)
    this.#durable.set(path, name)
  }

  remove(path: string): void {
    const name = this.#current.get(path)
    this.#current.delete(path)
    for (const [durablePath, durableName] of this.#durable)
      if (durableName === name) this.#durable.delete(durablePath)
  }

  rename(from: string, to: string): void {
    apply(this.#current, { from, to })
    this.#unsynced.push({ from, to })
  }

  sync(folder: string): void {
    const isCovered = ({ to }: FolderRename): boolean => dirname(to) === folder
    for (const change of this.#unsynced.filter(isCovered)) apply(this.#durable, change)
    this.#unsynced = this.#unsynced.filter((change) => !isCovered(change))
  }

  /** Any of the renames that no sync has covered may have survived. */
  afterPowerCut(random: SeededRandom): SimulatedFolders {
    const left = new Map(this.#durable)
    for (const change of this.#unsynced) if (random.chance(0.5)) apply(left, change)
    return new SimulatedFolders(left, this.#made)
  }
}

/** With what is in it. Without an effect when the folder is not there, or another has its new name. */
function apply(folders: FolderNames, { from, to }: FolderRename): void {
  if (!folders.has(from) || folders.has(to)) return
  const isMoved = (path: string): boolean => path === from || path.startsWith(`${from}/`)
  for (const [path, name] of [...folders].filter(([one]) => isMoved(one))) {
    folders.delete(path)
    folders.set(`${to}${path.slice(from.length)}`, name)
  }
}
