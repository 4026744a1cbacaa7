import TableStore from 'tablestore'
import { TABLE_NAME, fromRow } from './order-table.js'
import { type Totals, addLine, emptyTotals } from './totals.js'

const ROWS_PER_CALL = 5_000
const HEX_DIGITS_AFTER_ZERO = '123456789abcdef'.split('')

/** What of the SDK reading needs. */
export type RangeReader = Pick<TableStore.Client, 'getRange'>

export interface ReadOptions {
  readonly client: RangeReader
  /** Ranges read at once. */
  readonly concurrency: number
  readonly onRows: (rows: number) => void
}

/**
 * Sums up the whole table. The hash in front makes sixteen ranges of equal size, one per first digit,
 * which are read side by side.
 */
export const readBack = async (options: ReadOptions): Promise<Totals> => {
  const totals = emptyTotals()
  const ranges = keyRanges()
  const reader = async (): Promise<void> => {
    for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
      await readRange(options, range, totals)
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, reader))
  return totals
}

interface KeyRange {
  readonly start: readonly TableStore.NamedValue[]
  readonly end: readonly TableStore.NamedValue[]
}

/** Together they cover every key that the table could hold, not only hashes. */
const keyRanges = (): KeyRange[] => {
  const bounds = [TableStore.INF_MIN, ...HEX_DIGITS_AFTER_ZERO, TableStore.INF_MAX]
  const ranges: KeyRange[] = []
  for (let index = 0; index + 1 < bounds.length; index++) {
    ranges.push({ start: keyFrom(bounds[index]), end: keyFrom(bounds[index + 1]) })
  }
  return ranges
}

const keyFrom = (bound: TableStore.Value | object | undefined): TableStore.NamedValue[] => [
  { invoiceMd5: bound ?? TableStore.INF_MAX },
  { invoiceNo: bound === TableStore.INF_MAX ? TableStore.INF_MAX : TableStore.INF_MIN },
  { line: bound === TableStore.INF_MAX ? TableStore.INF_MAX : TableStore.INF_MIN },
]

const readRange = async (options: ReadOptions, range: KeyRange, totals: Totals): Promise<void> => {
  let start = range.start
  for (;;) {
    const reply = await options.client.getRange({
      tableName: TABLE_NAME,
      direction: TableStore.Direction.FORWARD,
      maxVersions: 1,
      limit: ROWS_PER_CALL,
      inclusiveStartPrimaryKey: start,
      exclusiveEndPrimaryKey: range.end,
    })
    for (const row of reply.rows) addLine(totals, fromRow(row))
    options.onRows(reply.rows.length)
    if (reply.nextStartPrimaryKey === null) return
    start = reply.nextStartPrimaryKey.map(({ name, value }) => ({ [name]: value }))
  }
}
