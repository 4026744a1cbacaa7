import { getRange } from '@rowhouse/protocol'
import type { CallOptions } from '../calls/caller.js'
import type { Call } from '../calls/call.js'
import { clientLimits } from '../limits.js'
import type { RowOf, TableSchema, ValueTypes } from '../schema/define-table.js'
import { decodeRowsOf } from './decode-row.js'
import { MAX, MIN, encodeBound } from './encode-key.js'
import { type Selection, selectionOf } from './selection.js'
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
  /** Where the range begins, included. Columns that are left out count as below all values. */
  readonly from?: KeyBound<S>
  /** Where the range ends, excluded. Columns that are left out count as below all values. */
  readonly to?: KeyBound<S>
  /** Backward begins at `to`, excluded, and ends at `from`, included. */
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
  transactionId: string | undefined,
): AsyncGenerator<RowOf<S>, void, undefined> {
  const { pageRows = clientLimits.RANGE_PAGE_ROWS } = options
  const { start, end } = boundsOf(layout, options)
  let left = options.limit ?? Number.POSITIVE_INFINITY
  const ask = (from: Buffer, wanted: number) =>
    call(
      getRange,
      {
        ...selectionOf(options),
        tableName: layout.name,
        direction: options.direction === 'backward' ? 'BACKWARD' : 'FORWARD',
        limit: Math.min(pageRows, wanted),
        inclusiveStartPrimaryKey: from,
        exclusiveEndPrimaryKey: end,
        token: undefined,
        transactionId,
        dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
        returnEntirePrimaryKeys: true,
      },
      options,
    )
  let page = left > 0 ? ask(start, left) : undefined
  while (page !== undefined) {
    const { rows: bytes, nextStartPrimaryKey: next } = await page
    const rows = decodeRowsOf(layout, bytes)
    left -= rows.length
    page = next === undefined || left <= 0 ? undefined : ask(next, left)
    // Its failure is thrown when it is awaited; until then it must not count as unhandled.
    page?.catch(() => undefined)
    // One by one: `yield*` of an array takes three promises for each.
    for (const row of rows) yield row
  }
}

function boundsOf<S extends TableSchema>(
  layout: TableLayout<S>,
  { prefix, from, to, direction }: RangeOptions<S>,
): { readonly start: Buffer; readonly end: Buffer } {
  const isBackward = direction === 'backward'
  const low = encodeBound(layout, prefix ?? from ?? {}, MIN)
  const high =
    prefix !== undefined
      ? encodeBound(layout, prefix, MAX)
      : to === undefined
        ? encodeBound(layout, {}, MAX)
        : encodeBound(layout, to, MIN)
  return isBackward ? { start: high, end: low } : { start: low, end: high }
}
