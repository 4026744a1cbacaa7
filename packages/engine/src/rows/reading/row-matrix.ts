import {
  type GetRangeRequest,
  type PlainBufferCell,
  decodeRows,
  encodeSimpleRowMatrix,
} from '@rowhouse/protocol'
import type { Table } from '../../tables/table.js'

/**
 * A page as the columnar block that the Go SDK and BulkExport ask for: the newest version of each column to
 * get, and either all key columns or those among the columns to get.
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
  const attributes = [...wanted].filter((name) => !keyNames.includes(name))
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
