import {
  type BulkExportRequest,
  bulkExport,
  bulkImport,
  computeSplitPointsBySize,
  encodeFilter,
} from '@rowhouse/protocol'
import type { Call } from '../calls/call.js'
import type { CallOptions } from '../calls/caller.js'
import { resendRows } from '../calls/resend-rows.js'
import { throwIfAborted } from '../calls/throw-if-aborted.js'
import { withRequestId } from '../calls/with-request-id.js'
import type { KeyOf, NewRowOf, RowOf, TableSchema } from '../schema/define-table.js'
import type { BatchResult } from './batch-result.js'
import { decodeOne, decodeRowsOf } from './decode-typed-row.js'
import { MAX, MIN, encodeBound } from './encode-typed-key.js'
import { type KeyBound, type RangeOptions, isWholeKey, readRange } from './read-range.js'
import { rowBytes } from './row-bytes.js'
import { type ColumnChanges, writeDelete, writePut, writeUpdate } from './row-changes.js'
import type { TableLayout } from './table-layout.js'

/** A row of BulkImport: like one of a batch, without a condition. */
export type ImportedRow<S extends TableSchema> =
  | { readonly put: NewRowOf<S> }
  | { readonly update: KeyOf<S>; readonly changes: ColumnChanges<S> }
  | { readonly delete: KeyOf<S> }

/** BulkExport reads forward, and the newest version of each column. */
export type ExportOptions<S extends TableSchema> = CallOptions &
  Pick<RangeOptions<S>, 'prefix' | 'from' | 'to' | 'columns' | 'filter'>

export async function importRows<S extends TableSchema>(
  layout: TableLayout<S>,
  call: Call,
  changes: readonly ImportedRow<S>[],
  options: CallOptions,
): Promise<BatchResult<undefined>[]> {
  if (changes.length === 0) return []
  const begun = performance.now()
  const rows = changes.map((change) => importedRow(layout, change))
  const send = async (nths: readonly number[], callOptions: CallOptions) => {
    const told = withRequestId(callOptions)
    const chosen = rows.filter((_, nth) => nths.includes(nth))
    const reply = await call(bulkImport, { tableName: layout.name, rows: chosen }, told.options)
    return reply.rows.map(
      (row): BatchResult<undefined> =>
        row.isOk
          ? { isOk: true, row: undefined }
          : { isOk: false, error: { ...row.error, requestId: told.requestId } },
    )
  }
  const all = [...rows.keys()]
  const results = await send(all, options)
  const batch = { operation: bulkImport.name, results, begun, options, isAtomic: false, send }
  return resendRows(batch, layout.tools.retries)
}

function importedRow<S extends TableSchema>(layout: TableLayout<S>, change: ImportedRow<S>) {
  const rowChange = rowBytes(layout.tools, (writer) => {
    if ('put' in change) writePut(writer, layout, change.put, undefined)
    else if ('update' in change)
      writeUpdate(writer, layout, change.update, change.changes, undefined)
    else writeDelete(writer, layout, change.delete)
  })
  return { type: typeOf(change), rowChange } as const
}

function typeOf<S extends TableSchema>(change: ImportedRow<S>): 'PUT' | 'UPDATE' | 'DELETE' {
  if ('put' in change) return 'PUT'
  return 'update' in change ? 'UPDATE' : 'DELETE'
}

export async function* exportRows<S extends TableSchema>(
  layout: TableLayout<S>,
  call: Call,
  options: ExportOptions<S>,
): AsyncGenerator<RowOf<S>, void, undefined> {
  const { prefix, from, to, columns = [], filter } = options
  if (prefix !== undefined && isWholeKey(layout, prefix)) {
    yield* readRange(layout, call, options, undefined)
    return
  }
  const isToEnd = prefix !== undefined || to === undefined
  let start: Buffer | undefined = encodeBound(layout, prefix ?? from ?? {}, MIN)
  const exclusiveEndPrimaryKey = encodeBound(layout, prefix ?? to ?? {}, isToEnd ? MAX : MIN)
  while (start !== undefined) {
    const request: BulkExportRequest = {
      tableName: layout.name,
      columnsToGet: columns,
      inclusiveStartPrimaryKey: start,
      exclusiveEndPrimaryKey,
      filter: filter && encodeFilter(filter),
      dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    }
    const { rows, nextStartPrimaryKey } = await call(bulkExport, request, options)
    for (const row of decodeRowsOf(layout, rows)) {
      throwIfAborted(options.signal, bulkExport.name)
      yield row
    }
    start = nextStartPrimaryKey
  }
}

/** A part of a table, as the bounds of a range; the first and the last are open at one end. */
export interface TablePart<S extends TableSchema> {
  readonly from?: KeyBound<S>
  readonly to?: KeyBound<S>
}

const MEBIBYTE = 1_048_576

/** Cuts a table into parts of about so many mebibytes, in the order of their keys. */
export async function splitTable<S extends TableSchema>(
  layout: TableLayout<S>,
  call: Call,
  partMebibytes: number,
  options: CallOptions,
): Promise<TablePart<S>[]> {
  const request = {
    tableName: layout.name,
    splitSize: BigInt(partMebibytes),
    splitSizeUnitInByte: BigInt(MEBIBYTE),
    splitPointLimit: undefined,
  }
  const { splitPoints } = await call(computeSplitPointsBySize, request, options)
  const points = splitPoints.map((point) => boundOf(layout, point))
  return [undefined, ...points].map((from, nth) => {
    const to = points[nth]
    return { ...(from && { from }), ...(to && { to }) }
  })
}

function boundOf<S extends TableSchema>(layout: TableLayout<S>, point: Buffer): KeyBound<S> {
  // A split point is the beginning of a key, whose columns were held against their types.
  return (decodeOne(layout, point) ?? {}) as KeyBound<S>
}
