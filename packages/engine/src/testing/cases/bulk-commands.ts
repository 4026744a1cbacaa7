import {
  type BulkExportReply,
  type DataSize,
  type RowInBulkImportReply,
  decodeRows,
  decodeSimpleRowMatrix,
} from '@rowhouse/protocol'
import { bulkExport } from '../../rows/bulk-export.js'
import { bulkImport } from '../../rows/bulk-import.js'
import { type Command, INSTANCE, shown } from './case-command.js'
import { formatRow } from './cells.js'
import { rowOf, selectionOf } from './requests.js'
import { formatValue } from './case-tokens.js'

/** `import t` sends the rows that earlier lines have queued, one per line. */
export const bulkImportRows: Command = async ({ engine, queued }, { table }) => {
  const rows = queued.splice(0).flatMap(({ rows: some }) => some)
  const reply = await bulkImport(engine, INSTANCE, { tableName: table, rows })
  return reply.rows.map(rowText).join('\n')
}

/**
 * `export t start key | end key | columns=a,b` exports a matrix, or plain rows with the option `plain`.
 */
export const bulkExportRows: Command = async ({ engine }, line) => {
  const { columnsToGet, filter } = selectionOf(line)
  const reply = await bulkExport(engine, INSTANCE, {
    tableName: line.table,
    columnsToGet,
    inclusiveStartPrimaryKey: rowOf(line.key),
    exclusiveEndPrimaryKey: rowOf(line.cells),
    filter,
    dataBlockTypeHint: line.options.has('plain') ? 'DBT_PLAIN_BUFFER' : 'DBT_SIMPLE_ROW_MATRIX',
  })
  const next = reply.nextStartPrimaryKey
  return [
    ...rowsOf(reply),
    ...(next === undefined ? [] : [`next ${shown(next)}`]),
    size(reply.consumed),
  ].join('\n')
}

const rowsOf = ({ rows, dataBlockType }: BulkExportReply): string[] => {
  if (dataBlockType === 'DBT_PLAIN_BUFFER')
    return rows.length === 0 ? ['(no rows)'] : decodeRows(rows).map(formatRow)
  const matrix = decodeSimpleRowMatrix(rows)
  const names = [...matrix.primaryKey, ...matrix.attributes]
  const header = `matrix ${names.join(' ')}${matrix.hasEntirePrimaryKey ? ' (whole key)' : ''}`
  const lines = matrix.rows.map((row) =>
    row.map((value) => (value === undefined ? '-' : formatValue(value))).join(' '),
  )
  return [header, ...lines]
}

const rowText = (row: RowInBulkImportReply): string =>
  row.isOk ? size(row.consumed) : `${row.error.code}: ${row.error.message} ${size(row.consumed)}`

const size = ({ readBytes, writeBytes }: DataSize): string => `bytes ${readBytes},${writeBytes}`
