import { type EncodedName, encodeName } from '@rowhouse/protocol'
import { Space } from '../keys/spaces.js'
import { engineLimits } from '../limits.js'
import type { Mutation } from '../partitions/partition-store.js'
import { invariant } from '@rowhouse/platform'

/** A column name with all that reading and writing its cells needs, computed once. */
export interface ColumnName {
  readonly name: string
  readonly bytes: Buffer
  /** Undefined for a name that did not fit into the dictionary. */
  readonly number: number | undefined
  /** The wire form that the column's cells begin with, and the initial value of their checksums. */
  readonly encoded: EncodedName
}

/**
 * The dictionary of one table's column names, each stored once under a number. Bounded by
 * engineLimits.COLUMN_NAMES_PER_TABLE; names past the bound are written into each cell. A number is
 * assigned while a commit is built, and every commit includes all names that are not known to be durable
 * yet, so that no row can be durable without the names it uses.
 */
export interface ColumnNames {
  find(name: string): ColumnName | undefined
  /** Finds the name, or answers one without a number once the dictionary is full. */
  findOrInline(name: string): ColumnName | undefined
  at(number: number): ColumnName
  /** Finds the name, or assigns a number to it if there is room. */
  assign(name: string): ColumnName
  /** Whether this table may have chunked rows, so that even blind writes must read the row first. */
  readonly hasChunkedRows: boolean
  noteChunkedRow(): void
  /** What the next commit must include: everything that is in no durable commit yet. */
  unsaved(): readonly Mutation[]
  /** Called with what `unsaved` returned, once a commit with it is durable. */
  saved(mutations: readonly Mutation[]): void
}

/** An entry of Space.NAMES that is not a name: the table has, or once had, a chunked row. */
const CHUNKED_ROWS = 0xffff_ffff
const NOTHING: readonly Mutation[] = []

/** `stored` holds the number and the name of each entry of Space.NAMES. */
export const createColumnNames = (stored: Iterable<readonly [number, string]>): ColumnNames => {
  const byNumber: ColumnName[] = []
  const byName = new Map<string, ColumnName>()
  const unsavedEntries = new Map<number, Mutation>()
  let hasChunkedRows = false
  for (const [number, name] of stored) {
    if (number === CHUNKED_ROWS) hasChunkedRows = true
    else {
      const entry = columnName(name, number)
      byNumber[number] = entry
      byName.set(name, entry)
    }
  }

  const isFull = (): boolean => byNumber.length >= engineLimits.COLUMN_NAMES_PER_TABLE

  return {
    find: (name) => byName.get(name),
    findOrInline: (name) =>
      byName.get(name) ?? (isFull() ? columnName(name, undefined) : undefined),
    at: (number) => {
      const entry = byNumber[number]
      invariant(entry !== undefined, 'a stored column number has a name')
      return entry
    },
    assign: (name) => {
      const known = byName.get(name)
      if (known !== undefined) return known
      if (isFull()) return columnName(name, undefined)
      const entry = columnName(name, byNumber.length)
      byNumber.push(entry)
      byName.set(name, entry)
      unsavedEntries.set(byNumber.length - 1, nameMutation(byNumber.length - 1, name))
      return entry
    },
    get hasChunkedRows() {
      return hasChunkedRows
    },
    noteChunkedRow: () => {
      if (!hasChunkedRows) unsavedEntries.set(CHUNKED_ROWS, nameMutation(CHUNKED_ROWS, ''))
      hasChunkedRows = true
    },
    unsaved: () => (unsavedEntries.size === 0 ? NOTHING : [...unsavedEntries.values()]),
    saved: (mutations) => {
      for (const mutation of mutations) unsavedEntries.delete(mutation.key.readUInt32BE(1))
    },
  }
}

export const columnName = (name: string, number: number | undefined): ColumnName => ({
  name,
  bytes: Buffer.from(name, 'utf8'),
  number,
  encoded: encodeName(name),
})

const nameMutation = (number: number, name: string): Mutation => {
  const key = Buffer.allocUnsafe(5)
  key[0] = Space.NAMES
  key.writeUInt32BE(number, 1)
  return { key, value: Buffer.from(name, 'utf8') }
}
