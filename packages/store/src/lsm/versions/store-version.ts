import { invariant } from '@rowhouse/platform'
import type { KeySpan } from '../key-span.js'
import type { Memtable } from '../memtable/memtable.js'
import type { TableReader } from '../tables/table-reader.js'
import { type TableRecord, bytesOfTables } from '../manifest/run-manifest.js'
import type { SharedPart } from './shared-part.js'

/** A table file in use. */
export interface OpenTable {
  readonly record: TableRecord
  readonly reader: TableReader
}

/** Tables that do not overlap, in the order of their keys. */
export interface Run {
  /** Stays the same when the run loses tables. */
  readonly id: symbol
  /** Entries below this key are no longer of the run, though its first table may have some. */
  readonly from: Buffer
  readonly tables: readonly SharedPart<OpenTable>[]
  /** Sorted and disjoint; they hide the entries of older runs, also those below `from`. */
  readonly rangeTombstones: readonly KeySpan[]
}

/** What a store consists of; never changed, only followed by another. */
export interface VersionParts {
  /** The newest first; only the first is written to. */
  readonly memtables: readonly SharedPart<Memtable>[]
  /** The newest first. */
  readonly runs: readonly Run[]
}

/** Parts of a store that stay as long as anybody reads them. */
export class Version implements VersionParts {
  readonly memtables: readonly SharedPart<Memtable>[]
  readonly runs: readonly Run[]
  #pins = 1

  /** Begins with one pin, of whoever makes it. */
  constructor({ memtables, runs }: VersionParts) {
    this.memtables = memtables
    this.runs = runs
    this.#each((part) => part.hold())
  }

  pin(): this {
    invariant(this.#pins > 0, 'a version that was given up is not read again')
    this.#pins++
    return this
  }

  /** Pinned by the caller alone: long work with files keeps no memtables. */
  runsAlone(): Version {
    return new Version({ memtables: [], runs: this.runs })
  }

  unpin(): void {
    if (--this.#pins === 0) this.#each((part) => part.release())
  }

  #each(work: (part: SharedPart<Memtable> | SharedPart<OpenTable>) => void): void {
    this.memtables.forEach(work)
    for (const { tables } of this.runs) tables.forEach(work)
  }
}

export const bytesOfRun = ({ tables }: Run): number =>
  bytesOfTables(tables.map(({ part }) => part.record))
