import { type EncodedName, encodeName } from '@rowhouse/protocol'
import { Space } from '../keys/spaces.js'
import { engineLimits } from '../limits.js'
import type { Mutation } from '../partitions/partition-store.js'
import { invariant } from '@rowhouse/platform'

/** A column name with everything that reading and writing its cells needs, made once. */
export interface ColumnName {
  readonly name: string
  readonly bytes: Buffer
  /** Undefined for a name that found no room in the dictionary. */
  readonly number: number | undefined
  /** How the cells of the column begin on the wire, and where their checksums start. */
  readonly encoded: EncodedName
}

/**
 * The column names of one table, stored once and numbered. Bounded by engineLimits.COLUMN_NAMES_PER_TABLE;
 * names past the bound are written into each cell. A number is given while a commit is built, and
 * every commit carries what is not known to be durable yet, so no row outlives the names it uses.
 */
export interface ColumnNames {
  find(name: string): ColumnName | undefined
  at(number: number): ColumnName
  /** Finds the name or gives it a number when there is room. */
  assign(name: string): ColumnName
  /** Whether a row of this table may have chunks behind it, so that blind writes must look first. */
  readonly hasChunkedRows: boolean
  noteChunkedRow(): void
  /** What a commit must carry: everything that no durable commit has carried yet. */
  unsaved(): readonly Mutation[]
  /** Called with what `unsaved` returned, once a commit that carried it is durable. */
  saved(mutations: readonly Mutation[]): void
}

/** An entry of Space.NAMES that is no name: the table has, or once had, a row cut into chunks. */
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

  return {
    find: (name) => byName.get(name),
    at: (number) => {
      const entry = byNumber[number]
      invariant(entry !== undefined, 'a stored column number has a name')
      return entry
    },
    assign: (name) => {
      const known = byName.get(name)
      if (known !== undefined) return known
      if (byNumber.length >= engineLimits.COLUMN_NAMES_PER_TABLE) return columnName(name, undefined)
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
