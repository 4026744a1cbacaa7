import { type ReadSelection, type TableInBatchGetRowRequest, batchGetRow } from '@rowhouse/protocol'
import type { Call } from '../calls/call.js'
import type { CallOptions } from '../calls/caller.js'
import { resendRows } from '../calls/resend-rows.js'
import { withRequestId } from '../calls/with-request-id.js'
import type { KeyOf, RowOf, TableSchema } from '../schema/define-table.js'
import type { BatchResult } from './batch-result.js'
import { decodeOne } from './decode-typed-row.js'
import { encodeKey } from './encode-typed-key.js'
import { type Selection, selectionOf } from './selection.js'
import { type TableLayout, type TableTools, layoutOf } from './table-layout.js'

/** Rows to read of one table, by their keys. */
export interface WantedRows<S extends TableSchema> extends Selection<S> {
  readonly table: S
  readonly keys: readonly KeyOf<S>[]
}

/** The same of several tables, by names that the caller gives them. */
export type WantedTables<Schemas extends Readonly<Record<string, TableSchema>>> = {
  readonly [Name in keyof Schemas]: WantedRows<Schemas[Name]>
}

/** The outcomes of read rows in the order of their keys; a row is undefined where there is none. */
export type RowsRead<S extends TableSchema> = BatchResult<RowOf<S> | undefined>[]

export type TablesRead<Schemas extends Readonly<Record<string, TableSchema>>> = {
  readonly [Name in keyof Schemas]: RowsRead<Schemas[Name]>
}

/** Reads the rows of one table. */
export function getManyOf<S extends TableSchema>(
  layout: TableLayout<S>,
  call: Call,
  keys: readonly KeyOf<S>[],
  options: Selection<S> & CallOptions,
): Promise<RowsRead<S>> {
  return readPlaces(call, layout.tools, placesOf(layout, keys, options), options)
}

/** Reads the rows of all tables with one request. */
export async function getManyOfTables<Schemas extends Readonly<Record<string, TableSchema>>>(
  tools: TableTools,
  call: Call,
  wanted: WantedTables<Schemas>,
  options: CallOptions,
): Promise<TablesRead<Schemas>> {
  const parts = Object.entries<WantedRows<TableSchema>>(wanted).map(([name, rows]) => ({
    name,
    places: placesOf(layoutOf(rows.table, tools), rows.keys, rows),
  }))
  const results = await readPlaces(
    call,
    tools,
    parts.flatMap(({ places }) => places),
    options,
  )
  let from = 0
  const read = parts.map(({ name, places }) => {
    from += places.length
    return [name, results.slice(from - places.length, from)] as const
  })
  // Each name has the rows of its own table, decoded by its layout.
  return Object.fromEntries(read) as TablesRead<Schemas>
}

/** Where a row is read from. */
interface Place<S extends TableSchema> {
  /** One object for all places of the same part of the request. */
  readonly part: { readonly layout: TableLayout<S>; readonly selection: ReadSelection }
  readonly primaryKey: Buffer
}

function placesOf<S extends TableSchema>(
  layout: TableLayout<S>,
  keys: readonly KeyOf<S>[],
  selection: Selection<S>,
): Place<S>[] {
  const part = { layout, selection: selectionOf(selection) }
  return keys.map((key) => ({ part, primaryKey: encodeKey(layout, key) }))
}

/** Rows that cannot be read at the moment, because their partition is busy, are asked for again. */
async function readPlaces<S extends TableSchema>(
  call: Call,
  tools: TableTools,
  places: readonly Place<S>[],
  options: CallOptions,
): Promise<RowsRead<S>> {
  if (places.length === 0) return []
  const begun = performance.now()
  const send = async (asked: readonly Place<S>[], callOptions: CallOptions) => {
    const told = withRequestId(callOptions)
    const { tables } = await call(batchGetRow, { tables: requestOf(asked) }, told.options)
    const rows = tables.flatMap((table) => table.rows)
    return asked.flatMap(({ part }, nth): RowsRead<S> => {
      const row = rows[nth]
      if (row === undefined) return []
      return row.isOk
        ? [{ isOk: true, row: decodeOne(part.layout, row.row) }]
        : [{ isOk: false, error: { ...row.error, requestId: told.requestId } }]
    })
  }
  const results = await send(places, options)
  const again = (nths: readonly number[], callOptions: CallOptions) =>
    send(
      places.filter((_, nth) => nths.includes(nth)),
      callOptions,
    )
  const operation = batchGetRow.name
  const batch = { operation, results, begun, options, isAtomic: false, send: again }
  return resendRows(batch, tools.retries)
}

/** Places of one part follow each other, and parts without rows are left out. */
function requestOf(places: readonly Place<TableSchema>[]): TableInBatchGetRowRequest[] {
  const keysOf = new Map<Place<TableSchema>['part'], Buffer[]>()
  for (const { part, primaryKey } of places) {
    const keys = keysOf.get(part)
    if (keys === undefined) keysOf.set(part, [primaryKey])
    else keys.push(primaryKey)
  }
  return [...keysOf].map(([{ layout, selection }, primaryKeys]) => ({
    ...selection,
    tableName: layout.name,
    primaryKeys,
    tokens: [],
  }))
}
