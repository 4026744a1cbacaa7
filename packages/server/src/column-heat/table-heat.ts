import { serverLimits } from '../limits.js'
import type { TouchedRow } from './touched-rows.js'

/** Counts of one column. */
export interface ColumnCounts {
  reads: number
  /** The reads that named the column. */
  namedReads: number
  /** Rows with this column that were put. */
  puts: number
  /** Rows in which this column was updated. */
  updates: number
  bytesRead: number
  bytesWritten: number
}

/** Counts of the rows themselves. */
export interface RowCounts {
  reads: number
  /** The reads of all columns. */
  wholeReads: number
  /** The reads by pages of ranges. */
  pagedReads: number
  puts: number
  updates: number
  /** The bytes of the keys of all these rows. */
  keyBytes: number
}

/** Counts of a table's columns. */
export class TableHeat {
  readonly rows: RowCounts = noRows()
  readonly columns = new Map<string, ColumnCounts>()
  /** The number of sampled calls. */
  sampledCalls = 0
  /** Touches of columns that are not counted, because the table has too many. */
  uncounted = 0

  add(row: TouchedRow): void {
    const { rows } = this
    const { kind, weight } = row
    rows.keyBytes += weight * row.keyBytes
    if (kind === 'put') rows.puts += weight
    else if (kind === 'update') rows.updates += weight
    else rows.reads += weight
    if (kind === 'page') rows.pagedReads += weight
    if (row.isWhole) rows.wholeReads += weight
    for (const { name, bytes } of row.columns) {
      const counts = this.#countsOf(name)
      if (counts === undefined) this.uncounted += weight
      else count(counts, row, bytes)
    }
  }

  /** Reduces the weight of everything counted so far. */
  fade(factor: number): void {
    const { rows } = this
    for (const name of ROW_FIGURES) rows[name] *= factor
    this.sampledCalls *= factor
    this.uncounted *= factor
    for (const [column, counts] of this.columns) {
      for (const name of COLUMN_FIGURES) counts[name] *= factor
      // This makes room for another column.
      if (counts.reads + counts.puts + counts.updates < NOTHING) this.columns.delete(column)
    }
  }

  #countsOf(name: string): ColumnCounts | undefined {
    const known = this.columns.get(name)
    if (known !== undefined) return known
    if (this.columns.size >= serverLimits.HEAT_COLUMNS_PER_TABLE_MAX) return undefined
    const counts = noColumns()
    this.columns.set(name, counts)
    return counts
  }
}

function count(counts: ColumnCounts, { kind, isWhole, weight }: TouchedRow, bytes: number): void {
  if (kind === 'put' || kind === 'update') {
    counts[kind === 'put' ? 'puts' : 'updates'] += weight
    counts.bytesWritten += weight * bytes
    return
  }
  counts.reads += weight
  if (!isWhole) counts.namedReads += weight
  counts.bytesRead += weight * bytes
}

const noRows = (): RowCounts => ({
  reads: 0,
  wholeReads: 0,
  pagedReads: 0,
  puts: 0,
  updates: 0,
  keyBytes: 0,
})

const noColumns = (): ColumnCounts => ({
  reads: 0,
  namedReads: 0,
  puts: 0,
  updates: 0,
  bytesRead: 0,
  bytesWritten: 0,
})

const ROW_FIGURES = ['reads', 'wholeReads', 'pagedReads', 'puts', 'updates', 'keyBytes'] as const
const COLUMN_FIGURES = [
  'reads',
  'namedReads',
  'puts',
  'updates',
  'bytesRead',
  'bytesWritten',
] as const
/** A column with fewer touches is no longer counted. */
const NOTHING = 0.01
