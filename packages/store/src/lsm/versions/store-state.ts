import { type Files, outOfRange } from '@rowhouse/platform'
import type { BlockCache } from '../blocks/block-cache.js'
import { type KeySpan, holdsAll, joinSpans } from '../key-span.js'
import { ManifestUnsureError, tablePath, writeManifestFile } from '../manifest/manifest-file.js'
import {
  FROM_FIRST,
  type RunRecord,
  type StoreManifest,
  type TableRecord,
} from '../manifest/run-manifest.js'
import type { ArenaPool } from '../memtable/arena.js'
import { Memtable } from '../memtable/memtable.js'
import type { MergeSlice } from '../merging/merge-slice.js'
import { isBegun } from './begun-merge.js'
import { startWithin } from './find-table.js'
import { openRecordedTable } from './open-recorded-table.js'
import { SharedPart } from './shared-part.js'
import { type OpenTable, type Run, Version } from './store-version.js'

export interface StoreFolder {
  readonly files: Files
  readonly directory: string
}

/**
 * The current version of a store, and how it becomes the next. Memtables change at once; the list of runs
 * changes one step after the other, each durable before it is seen.
 */
export class StoreState {
  readonly #folder: StoreFolder
  readonly #cache: BlockCache
  readonly #arenas: ArenaPool
  readonly #obsolete = new Set<number>()
  #nextFile: number
  #version: Version
  /** Tables that the manifest on disk may name: it is not known whether it is the last one or the next. */
  #unsure: SharedPart<OpenTable>[] = []
  #changes: Promise<unknown> = Promise.resolve()
  #removals: Promise<unknown> = Promise.resolve()

  private constructor(
    folder: StoreFolder,
    cache: BlockCache,
    arenas: ArenaPool,
    manifest: StoreManifest,
  ) {
    this.#folder = folder
    this.#cache = cache
    this.#arenas = arenas
    this.#nextFile = manifest.nextFile
    this.#version = new Version({ memtables: [this.#newMemtable(0)], runs: [] })
  }

  static async open(
    folder: StoreFolder,
    cache: BlockCache,
    arenas: ArenaPool,
    manifest: StoreManifest,
  ): Promise<StoreState> {
    const state = new StoreState(folder, cache, arenas, manifest)
    const runs: Run[] = []
    try {
      for (const record of manifest.runs) runs.push(await state.#openRun(record))
    } catch (error) {
      for (const run of runs) closeAll(run)
      throw error
    }
    state.#publish(state.#version.memtables, runs)
    return state
  }

  get version(): Version {
    return this.#version
  }

  /** The memtable that takes writes. */
  get active(): Memtable {
    return (this.#version.memtables[0] ?? outOfRange()).part
  }

  /** Full memtables, the oldest first. */
  get frozen(): readonly SharedPart<Memtable>[] {
    return this.#version.memtables.slice(1).toReversed()
  }

  /** Of memtables that writes or readers still have. */
  get memtableBytes(): number {
    return this.#arenas.takenBytes
  }

  takeNumber = (): number => this.#nextFile++

  /** Writes go to a new memtable from here on. */
  freeze(sequence: number, minimumBytes?: number): void {
    const memtable = this.#newMemtable(sequence, minimumBytes)
    this.#publish([memtable, ...this.#version.memtables], this.#version.runs)
  }

  /** The oldest frozen memtable has become this run. */
  flushed(memtable: SharedPart<Memtable>, record: RunRecord): Promise<void> {
    return this.#change(async () => {
      const added = await this.#openRun(record)
      await this.#commit(withoutEmpty([added, ...this.#version.runs]), added.tables, [memtable])
    })
  }

  /** The first entries of neighbours by age have become a table of a new run, or of the one begun before. */
  merged(ids: ReadonlySet<symbol>, { table, next }: MergeSlice): Promise<void> {
    return this.#change(async () => {
      const opened = table === undefined ? [] : [await this.#openTable(table)]
      const { runs } = this.#version
      const first = runs.findIndex(({ id }) => ids.has(id))
      // Meanwhile range tombstones have hidden all of it.
      if (first === -1) return opened.forEach(({ part }) => this.#remove(part))
      const inputs = runs.filter(({ id }) => ids.has(id))
      const begun = isBegun(runs[first] ?? outOfRange()) ? runs[first - 1] : undefined
      const older = runs.slice(first + inputs.length)
      const result: Run = {
        id: begun?.id ?? Symbol('run'),
        from: FROM_FIRST,
        tables: [...(begun?.tables ?? []), ...opened],
        rangeTombstones: next === undefined && older.length > 0 ? spansOf(inputs) : [],
      }
      const left = next === undefined ? [] : inputs.map((run) => narrowed(run, next))
      const newer = runs.slice(0, begun === undefined ? first : first - 1)
      await this.#commit([...newer, ...withoutEmpty([result, ...left]), ...older], opened, [])
    })
  }

  /** A table has become another one, or nothing, without entries that are hidden. */
  rewritten(number: number, record: TableRecord | undefined): Promise<void> {
    return this.#change(async () => {
      const opened = record === undefined ? [] : [await this.#openTable(record)]
      const { runs } = this.#version
      const isOld = ({ part }: SharedPart<OpenTable>) => part.record.number === number
      if (!runs.some((run) => run.tables.some(isOld)))
        return opened.forEach(({ part }) => this.#remove(part))
      const left = runs.map((run): Run => {
        const tables = run.tables.flatMap((table) => (isOld(table) ? opened : [table]))
        return run.tables.some(isOld) ? { ...run, tables } : run
      })
      await this.#commit(withoutEmpty(left), opened, [])
    })
  }

  /** Gives up tables that range tombstones of newer runs hide as a whole, without reading them. */
  dropHidden(): Promise<void> {
    return this.#change(async () => {
      const { runs } = this.#version
      const left = runs.map((run, age): Run => {
        const newer = spansOf(runs.slice(0, age))
        const tables = run.tables.filter(({ part: { record } }) => {
          const first = startWithin(run, record.firstKey) ?? record.firstKey
          return !holdsAll(newer, first, record.lastKey)
        })
        return tables.length === run.tables.length ? run : { ...run, tables }
      })
      if (left.every((run, age) => run === runs[age])) return
      await this.#commit(withoutEmpty(left), [], [])
    })
  }

  /** A run that no manifest names, so that its files go with its last reader. */
  async openApart(record: RunRecord): Promise<Run> {
    const run = await this.#openRun(record)
    for (const { number } of record.tables) this.#obsolete.add(number)
    return run
  }

  /** Waits for changes under way, then lets go of all files. Nobody may read any more. */
  async close(): Promise<void> {
    await this.#changes.catch(() => {})
    this.#version.unpin()
    await this.#removals
  }

  #change(work: () => Promise<void>): Promise<void> {
    const change = this.#changes.then(work)
    this.#changes = change.catch(() => {})
    return change
  }

  async #commit(
    runs: readonly Run[],
    added: readonly SharedPart<OpenTable>[],
    flushed: readonly SharedPart<Memtable>[],
  ): Promise<void> {
    const { files, directory } = this.#folder
    try {
      await writeManifestFile(files, directory, {
        nextFile: this.#nextFile,
        runs: runs.map(recordOfRun),
      })
    } catch (error) {
      // Nothing is removed until a manifest is durable that names neither these tables nor the old ones.
      if (error instanceof ManifestUnsureError) this.#unsure.push(...added)
      else for (const { part } of added) this.#remove(part)
      throw error
    }
    for (const { part } of this.#unsure.splice(0)) this.#remove(part)
    const kept = new Set(runs.flatMap(({ tables }) => tables))
    for (const { tables } of this.#version.runs)
      for (const table of tables) if (!kept.has(table)) this.#obsolete.add(table.part.record.number)
    const memtables = this.#version.memtables.filter((memtable) => !flushed.includes(memtable))
    this.#publish(memtables, runs)
  }

  #publish(memtables: readonly SharedPart<Memtable>[], runs: readonly Run[]): void {
    const before = this.#version
    this.#version = new Version({ memtables, runs })
    before.unpin()
  }

  #newMemtable(sequence: number, minimumBytes?: number): SharedPart<Memtable> {
    const arena = this.#arenas.take(minimumBytes)
    return new SharedPart(new Memtable(arena, sequence), () => this.#arenas.give(arena))
  }

  async #openRun({ from, tables, rangeTombstones }: RunRecord): Promise<Run> {
    const opened: SharedPart<OpenTable>[] = []
    try {
      for (const record of tables) opened.push(await this.#openTable(record))
    } catch (error) {
      for (const { part } of opened) await part.reader.close().catch(() => {})
      throw error
    }
    return { id: Symbol('run'), from, tables: opened, rangeTombstones }
  }

  async #openTable(record: TableRecord): Promise<SharedPart<OpenTable>> {
    const table = await openRecordedTable(this.#folder, record, this.#cache)
    return new SharedPart(table, (unused) => this.#free(unused))
  }

  /** The last reader has gone. A file that cannot be removed now is removed by the next start. */
  #free(table: OpenTable): void {
    if (this.#obsolete.delete(table.record.number)) this.#remove(table)
    else this.#later(() => table.reader.close())
  }

  #remove({ record, reader }: OpenTable): void {
    const { files, directory } = this.#folder
    this.#cache.forget(record.number)
    this.#later(async () => {
      await reader.close()
      await files.remove(tablePath(directory, record.number))
    })
  }

  #later(work: () => Promise<void>): void {
    this.#removals = Promise.all([this.#removals, work().catch(() => {})])
  }
}

export const recordOfRun = ({ from, tables, rangeTombstones }: Run): RunRecord => ({
  from,
  tables: tables.map(({ part }) => part.record),
  rangeTombstones,
})

export const spansOf = (runs: readonly Run[]): KeySpan[] =>
  joinSpans(runs.flatMap(({ rangeTombstones }) => rangeTombstones))

/** What a slice of a merge that ended before a key has left of an input. */
const narrowed = (run: Run, from: Buffer): Run => ({
  ...run,
  from,
  tables: run.tables.filter(({ part: { record } }) => record.lastKey.compare(from) >= 0),
})

/** A merge that is begun keeps its runs. */
const withoutEmpty = (runs: readonly Run[]): readonly Run[] =>
  runs.filter((run, at) => {
    const older = runs[at + 1]
    const isOfBegunMerge = isBegun(run) || (older !== undefined && isBegun(older))
    return run.tables.length > 0 || run.rangeTombstones.length > 0 || isOfBegunMerge
  })

function closeAll({ tables }: Run): void {
  for (const { part } of tables) part.reader.close().catch(() => {})
}
