import { basename, dirname, normalize } from 'node:path'
import type { FileHandle, Files } from '../files.js'
import { seededRandom, type SeededRandom } from './seeded-random.js'
import { SimulatedFolders } from './simulated-folders.js'
import { SimulatedInode } from './simulated-inode.js'
import { SimulatedNames } from './simulated-names.js'

export type FileOperation =
  | 'open'
  | 'read'
  | 'write'
  | 'truncate'
  | 'datasync'
  | 'rename'
  | 'remove'
  | 'syncDirectory'

/** Every call rejects with it once the power is cut. */
export class PowerCutError extends Error {
  constructor() {
    super('the simulated power is off')
    this.name = 'PowerCutError'
  }
}

interface Fault {
  readonly operation: FileOperation | 'any'
  readonly code: string
  remaining: number
}

/**
 * A file system in memory that knows what a power cut may take away, and that can be told to fail. Calls
 * take a few turns of the microtask queue, so that the seed decides how callers interleave.
 */
export class SimulatedFiles implements Files {
  readonly #random: SeededRandom
  readonly #names: SimulatedNames
  readonly #folders: SimulatedFolders
  readonly #faults: Fault[] = []
  readonly #failed: FileOperation[] = []
  #space = Number.POSITIVE_INFINITY
  #operations = 0
  #cutAt = Number.POSITIVE_INFINITY
  #dead = false

  constructor(
    random: SeededRandom = seededRandom(1),
    names: SimulatedNames = new SimulatedNames(),
    folders: SimulatedFolders = new SimulatedFolders(),
  ) {
    this.#random = random
    this.#names = names
    this.#folders = folders
  }

  /** The number of calls so far; a moment for a cut is chosen below it. */
  get operations(): number {
    return this.#operations
  }

  /** Cuts the power in the middle of the n-th call from now. */
  cutAfter(calls: number): void {
    this.#cutAt = this.#operations + calls
  }

  /** The calls that were made to fail. */
  get failed(): readonly FileOperation[] {
    return this.#failed
  }

  /** Makes the n-th call of this kind from now fail. */
  failOnce(operation: FileOperation | 'any', code: string, calls = 1): void {
    this.#faults.push({ operation, code, remaining: calls })
  }

  /** Sets how many bytes files can still grow by before ENOSPC. */
  limitSpace(bytes: number): void {
    this.#space = bytes
  }

  /** What a start after a power cut at this moment may find. This file system is dead afterwards. */
  powerCut(random: SeededRandom): SimulatedFiles {
    this.#dead = true
    const names = this.#names.afterPowerCut(random)
    return new SimulatedFiles(random, names, this.#folders.afterPowerCut(random))
  }

  /** What a start finds after only the process was killed: everything written, synced or not. */
  kill(): SimulatedFiles {
    this.#dead = true
    return new SimulatedFiles(this.#random, this.#names, this.#folders)
  }

  async makeDirectory(path: string): Promise<void> {
    this.#assertPower()
    for (let folder = normalize(path); !this.#folders.has(folder); folder = dirname(folder)) {
      this.#folders.make(folder)
    }
  }

  async list(path: string): Promise<string[]> {
    this.#assertPower()
    const folder = normalize(path)
    const place = this.#folders.nameOf(folder)
    const files = [...this.#names.paths()].filter((name) => dirname(name) === place)
    const folders = [...this.#folders.paths()].filter(
      (name) => name !== folder && dirname(name) === folder,
    )
    return [...files, ...folders].map((entry) => basename(entry)).sort()
  }

  async open(path: string, mode: 'read' | 'write' | 'create'): Promise<FileHandle> {
    const target = this.#place(path)
    const existing = this.#names.get(target)
    if (mode !== 'create') {
      await this.#perform('open')
      return this.#handle(existing ?? fail('ENOENT'), mode === 'write')
    }
    const inode = new SimulatedInode()
    await this.#perform('open', () => {
      if (existing) fail('EEXIST')
      if (!this.#folders.has(dirname(normalize(path)))) fail('ENOENT')
      this.#names.link(target, inode)
    })
    return this.#handle(inode, true)
  }

  rename(from: string, to: string): Promise<void> {
    if (this.#folders.has(normalize(from))) return this.#renameFolder(from, to)
    return this.#perform('rename', () => {
      const [source, target] = [this.#place(from), this.#place(to)]
      const inode = this.#names.get(source) ?? fail('ENOENT')
      this.#space += this.#names.get(target)?.length ?? 0
      this.#names.rename(source, target, inode)
    })
  }

  remove(path: string): Promise<void> {
    return this.#perform('remove', () => {
      const place = this.#place(path)
      const inode = this.#names.get(place) ?? fail('ENOENT')
      this.#space += inode.length
      this.#names.unlink(place, inode)
    })
  }

  /** Survives a power cut at once. */
  async removeFolder(path: string): Promise<void> {
    if ((await this.list(path)).length > 0) fail('ENOTEMPTY')
    await this.#perform('remove', () => {
      if (!this.#folders.has(normalize(path))) fail('ENOENT')
      this.#folders.remove(normalize(path))
    })
  }

  async syncDirectory(path: string): Promise<void> {
    await this.#perform('syncDirectory')
    this.#names.sync(this.#folders.nameOf(normalize(path)))
    this.#folders.sync(normalize(path))
  }

  async identity(path: string): Promise<string | undefined> {
    this.#assertPower()
    const target = normalize(path)
    const inode = this.#names.get(this.#place(target))
    if (inode !== undefined) return this.#names.identity(inode)
    return this.#folders.has(target) ? this.#folders.nameOf(target) : undefined
  }

  async freeSpace(): Promise<number> {
    this.#assertPower()
    return this.#space
  }

  #place(path: string): string {
    return this.#folders.place(normalize(path))
  }

  #renameFolder(from: string, to: string): Promise<void> {
    const [source, target] = [normalize(from), normalize(to)]
    return this.#perform('rename', () => {
      const isTaken = this.#folders.has(target) || this.#names.get(this.#place(to)) !== undefined
      if (isTaken) fail('ENOTEMPTY')
      this.#folders.rename(source, target)
    })
  }

  #handle(inode: SimulatedInode, writable: boolean): FileHandle {
    const write = async (data: Buffer, position: number): Promise<void> => {
      if (!writable) fail('EBADF')
      await this.#perform('write', (fraction) => {
        this.#write(inode, data, position, fraction)
      })
    }
    return {
      read: async (position, length, into) => {
        await this.#perform('read')
        const content = inode.read(position, length)
        if (into === undefined) return content
        if (into.length < length) throw new RangeError('the buffer is too small')
        content.copy(into)
        return into.subarray(0, content.length)
      },
      write,
      writeSynced: async (data, position) => {
        await write(data, position)
        await this.#sync(inode, (mark) => inode.syncRange(mark, position, position + data.length))
      },
      truncate: (length) => this.#perform('truncate', () => this.#truncate(inode, length)),
      datasync: () => this.#sync(inode, (mark) => inode.sync(mark)),
      size: async () => {
        this.#assertPower()
        return inode.length
      },
      close: async () => this.#assertPower(),
    }
  }

  #write(inode: SimulatedInode, data: Buffer, position: number, fraction: number): void {
    const wanted = Math.floor(data.length * fraction)
    const fitting = Math.min(wanted, Math.max(0, inode.length + this.#space - position))
    const growth = Math.max(0, position + fitting - inode.length)
    if (fitting > 0) inode.write(data.subarray(0, fitting), position)
    this.#space -= growth
    if (fitting < wanted) fail('ENOSPC')
  }

  #truncate(inode: SimulatedInode, length: number): void {
    this.#space += inode.length - length
    inode.truncate(length)
  }

  async #sync(inode: SimulatedInode, sync: (mark: number) => void): Promise<void> {
    const mark = inode.mark()
    try {
      await this.#perform('datasync')
    } catch (error) {
      if (!this.#dead) inode.failSync(mark, this.#random)
      throw error
    }
    sync(mark)
  }

  /**
   * Runs one call: first its effect, if it has one before it resolves, then a few turns. A call that fails,
   * or that a cut interrupts, has a part of its effect.
   */
  async #perform(operation: FileOperation, effect?: (fraction: number) => void): Promise<void> {
    this.#assertPower()
    this.#operations++
    const cut = this.#operations >= this.#cutAt
    const fault = this.#takeFault(operation)
    if (cut) this.#dead = true
    if (!cut && fault === undefined) effect?.(1)
    else if (operation === 'write' || (cut && this.#random.chance(0.5))) {
      effect?.(this.#random.next())
    }
    for (let turns = this.#random.below(4); turns > 0; turns--) await Promise.resolve()
    this.#assertPower()
    if (fault !== undefined) fail(fault)
  }

  #takeFault(operation: FileOperation): string | undefined {
    const waiting = this.#faults.filter((fault) => ['any', operation].includes(fault.operation))
    for (const fault of waiting) fault.remaining--
    const due = waiting.find((fault) => fault.remaining === 0)
    if (due === undefined) return undefined
    this.#faults.splice(this.#faults.indexOf(due), 1)
    this.#failed.push(operation)
    return due.code
  }

  #assertPower(): void {
    if (this.#dead) throw new PowerCutError()
  }
}

function fail(code: string): never {
  throw Object.assign(new Error(`${code}: simulated`), { code })
}
