import {
  type GetRangeRequest,
  type PlainBufferCell,
  compareNames,
  decodeRows,
  encodeSimpleRowMatrix,
} from '@rowhouse/protocol'
import type { Table } from '../../tables/table-description.js'

/**
 * A page as the columnar block that the Go SDK and BulkExport ask for. It has all key columns, or those
 * among the columns to get, in the order of the table, then the newest version of each other column to
 * get, by name. A column that is in no row is included too, because clients rely on the order and the
 * number of columns.
 */
export const matrixOf = (
  table: Table,
  request: Pick<GetRangeRequest, 'columnsToGet' | 'returnEntirePrimaryKeys'>,
  page: Buffer,
): Buffer => {
  const wanted = new Set(request.columnsToGet)
  const keyNames = table.description.primaryKey.map(({ name }) => name)
  const primaryKey = request.returnEntirePrimaryKeys
    ? keyNames
    : keyNames.filter((name) => wanted.has(name))
  const attributes = [...wanted].filter((name) => !keyNames.includes(name)).sort(compareNames)
  const rows = page.length === 0 ? [] : decodeRows(page)
  return encodeSimpleRowMatrix({
    primaryKey,
    attributes,
    hasEntirePrimaryKey: primaryKey.length === keyNames.length,
    rows: rows.map((row) => [
      ...primaryKey.map((name) => valueOf(row.primaryKey, name)),
      ...attributes.map((name) => valueOf(row.cells, name)),
    ]),
  })
}

const valueOf = (cells: readonly PlainBufferCell[], name: string): Buffer | undefined =>
  cells.find((cell) => cell.name === name)?.value
