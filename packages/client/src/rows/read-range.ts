import { type GetRangeRequest, getRange, getRow } from '@rowhouse/protocol'
import type { CallOptions } from '../calls/caller.js'
import type { Call } from '../calls/call.js'
import { throwIfAborted } from '../calls/throw-if-aborted.js'
import { clientLimits } from '../limits.js'
import type { RowOf, TableSchema, ValueTypes } from '../schema/define-table.js'
import { decodeOne, decodeRowsOf } from './decode-typed-row.js'
import { type KeyValues, MAX, MIN, encodeBound, encodeKey } from './encode-typed-key.js'
import { getRowRequestOf } from './get-row-request.js'
import { type Selection, selectionOf } from './selection.js'
import type { OpenTransaction } from '../transactions/local-transaction.js'
import type { TableLayout } from './table-layout.js'

/** Leading columns of a key: all of a row's key, or a prefix of it. */
export type KeyBound<S extends TableSchema> = {
  readonly [Name in keyof S['key']]?:
    | ValueTypes[Exclude<S['key'][Name], 'autoIncrement'>]
    | (S['key'][Name] extends 'autoIncrement' ? bigint : never)
    | typeof MIN
    | typeof MAX
}

export interface RangeOptions<S extends TableSchema> extends Selection<S>, CallOptions {
  /** Only rows with these leading key columns; excludes `from` and `to`. */
  readonly prefix?: KeyBound<S>
  /** The inclusive start of the range. Columns that are left out are below all values. */
  readonly from?: KeyBound<S>
  /** The exclusive end of the range. Columns that are left out are below all values. */
  readonly to?: KeyBound<S>
  /** Backward begins below `to` and ends at `from`: the same rows in the other order. */
  readonly direction?: 'forward' | 'backward'
  /** Bounds the rows of all pages together. */
  readonly limit?: number
  readonly pageRows?: number
}

/** Reads a range page by page. The next page is requested while this one is consumed. */
export async function* readRange<S extends TableSchema>(
  layout: TableLayout<S>,
  call: Call,
  options: RangeOptions<S>,
  transaction: OpenTransaction | undefined,
): AsyncGenerator<RowOf<S>, void, undefined> {
  const { start, end, excluded, last } = boundsOf(layout, options, transaction?.partition)
  const transactionId = transaction?.id
  let left = options.limit ?? Number.POSITIVE_INFINITY
  const ask = (from: Buffer, wanted: number) =>
    call(getRange, getRangeRequestOf(layout, from, end, wanted, options, transactionId), options)
  let page = left > 0 && start !== undefined ? ask(start, left) : undefined
  while (page !== undefined) {
    const { rows: bytes, nextStartPrimaryKey: next } = await page
    const rows = decodeRowsOf(layout, bytes)
    // Only the first row of all can be the excluded one.
    if (excluded !== undefined && isRowOf(layout, rows[0], excluded)) rows.shift()
    left -= rows.length
    page = next === undefined || left <= 0 ? undefined : ask(next, left)
    // A failure is thrown when the page is awaited; until then it must not count as unhandled.
    page?.catch(() => undefined)
    // `yield*` of an array would take three promises for each row.
    for (const row of rows) {
      throwIfAborted(options.signal, getRange.name)
      yield row
    }
  }
  if (last === undefined || left <= 0) return
  const { row } = await call(getRow, getRowRequestOf(layout, last, options, transactionId), options)
  const found = decodeOne(layout, row)
  if (found !== undefined) yield found
}

function getRangeRequestOf<S extends TableSchema>(
  layout: TableLayout<S>,
  inclusiveStartPrimaryKey: Buffer,
  exclusiveEndPrimaryKey: Buffer,
  wanted: number,
  options: RangeOptions<S>,
  transactionId: string | undefined,
): GetRangeRequest {
  const { pageRows = clientLimits.RANGE_PAGE_ROWS, direction } = options
  return {
    ...selectionOf(options),
    tableName: layout.name,
    direction: direction === 'backward' ? 'BACKWARD' : 'FORWARD',
    limit: Math.min(pageRows, wanted),
    inclusiveStartPrimaryKey,
    exclusiveEndPrimaryKey,
    token: undefined,
    transactionId,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  }
}

const isRowOf = <S extends TableSchema>(
  layout: TableLayout<S>,
  row: RowOf<S> | undefined,
  key: Buffer,
): boolean => row !== undefined && encodeKey(layout, row).equals(key)

interface Bounds {
  /** Undefined when there is nothing to read but `last`. */
  readonly start: Buffer | undefined
  readonly end: Buffer
  /** The key of a row at the start that is not in the range. */
  readonly excluded: Buffer | undefined
  /** The key of the last row, which is read separately. */
  readonly last: KeyValues | undefined
}

/**
 * GetRange includes its start and excludes its end, also backward. A range of the client always includes
 * its lower bound. So when it reads backward, it leaves out a row at the upper bound, and reads the row
 * at the lower bound separately.
 */
function boundsOf<S extends TableSchema>(
  layout: TableLayout<S>,
  { prefix: asked, from, to, direction }: RangeOptions<S>,
  partition: KeyValues | undefined,
): Bounds {
  // A transaction has no rows but those of its partition-key value.
  const prefix = asked ?? (from === undefined && to === undefined ? partition : undefined)
  const low = encodeBound(layout, prefix ?? from ?? {}, MIN)
  const isAll = prefix !== undefined || to === undefined
  const high = encodeBound(layout, prefix ?? to ?? {}, isAll ? MAX : MIN)
  if (prefix !== undefined && isWholeKey(layout, prefix)) {
    return { start: undefined, end: high, excluded: undefined, last: prefix }
  }
  if (direction !== 'backward') {
    return { start: low, end: high, excluded: undefined, last: undefined }
  }
  const excluded = to !== undefined && isWholeKey(layout, to) ? high : undefined
  const last = from !== undefined && isWholeKey(layout, from) ? from : undefined
  return { start: high, end: low, excluded, last }
}

/** Whether it is the key of one row, which no range of the protocol has alone. */
export const isWholeKey = (layout: TableLayout, key: KeyValues): boolean =>
  layout.key.every(({ name }) => key[name] !== undefined && typeof key[name] !== 'symbol')
