import {
  type BulkExportReply,
  type BulkExportRequest,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import { type RowParts, unthrottled } from './row-parts.js'
import { keyColumnsMax } from '../tables/check-key.js'
import { checkBounds, encodeKeyRow, parseBound } from './get-range.js'
import { readPage } from './reading/range-page.js'
import { matrixOf } from './reading/row-matrix.js'
import { type Selection, parseSelection } from './reading/row-selection.js'
import { oldestLiveTimestamp } from '../stored-rows/expiry-rules.js'

/**
 * Reads rows in key order, the newest version of each column, one page at a time. Costs no capacity
 * units: the reply has the scanned bytes instead, including those of rows that were filtered out.
 */
export const bulkExport = async (
  engine: RowParts,
  instance: string,
  request: BulkExportRequest,
): Promise<BulkExportReply> => {
  checkTableName(request.tableName)
  const table = engine.catalog.find(instance, request.tableName)
  const columnsMax = keyColumnsMax(table)
  const start = parseBound(request.inclusiveStartPrimaryKey, columnsMax)
  const end = parseBound(request.exclusiveEndPrimaryKey, columnsMax)
  const selection = newestOf(request)
  checkBounds(table, 'FORWARD', start, end)
  const isMatrix = request.dataBlockTypeHint === 'DBT_SIMPLE_ROW_MATRIX'
  if (isMatrix && selection.columns === undefined)
    throw errors.parameterInvalid('DBT_SIMPLE_ROW_MATRIX need at least one column to get.')
  if (table === undefined) throw errors.objectNotExist()
  if (table.description.index !== undefined) engine.indexes.checkReadable(table)
  const { id, options } = table.description
  const page = await readPage(unthrottled(engine, table), {
    table,
    selection,
    oldestLive: oldestLiveTimestamp(options.timeToLive, engine.clock.now()),
    range: {
      table: id,
      start: start.key,
      end: end.key,
      reverse: false,
      expectedEntries: limits.RANGE_ROWS_MAX + 1,
    },
    limit: limits.RANGE_ROWS_MAX,
  })
  return {
    consumed: { readBytes: page.bytes, writeBytes: 0 },
    rows: isMatrix
      ? matrixOf(table, { ...request, returnEntirePrimaryKeys: false }, page.rows)
      : page.rows,
    nextStartPrimaryKey: page.next === undefined ? undefined : encodeKeyRow(table, page.next),
    dataBlockType: request.dataBlockTypeHint,
    encoded: () => engine.pageWriters.giveBack(page.rows),
  }
}

const newestOf = ({ columnsToGet, filter }: BulkExportRequest): Selection =>
  parseSelection({
    columnsToGet,
    filter,
    maxVersions: 1,
    timeRange: undefined,
    startColumn: undefined,
    endColumn: undefined,
  })
