import { expectDefined } from '@rowhouse/platform'
import { PlainBufferWriter, type Variant } from '@rowhouse/protocol'
import type { BoundWrite } from './bound-write.js'
import type { StoredRow } from '../../stored-rows/stored-row.js'

/** The row that a write returns: its key, or the incremented columns without the key. */
export const returnedRow = (
  write: BoundWrite,
  result: { readonly key: readonly Variant[]; readonly row: StoredRow | undefined },
): Buffer | undefined => {
  const content = write.returnContent
  if (content === undefined || content.returnType === 'RT_NONE') return undefined
  const writer = new PlainBufferWriter()
  writer.header()
  if (content.returnType === 'RT_PK') {
    writer.beginRow()
    for (const [index, column] of write.table.description.primaryKey.entries()) {
      const value = expectDefined(result.key[index], 'a key has a value for each column')
      writer.primaryKeyCell(column.name, value)
    }
  } else {
    const latest = latestOf(result.row, new Set(content.returnColumnNames))
    if (latest.length === 0) return undefined
    writer.beginKeylessRow()
    for (const cell of latest) writer.cell(cell.name, cell.value, cell.timestamp)
  }
  writer.endRow()
  return writer.finish()
}

/** The newest version of each wanted column, in the order of the row. */
const latestOf = (row: StoredRow | undefined, wanted: ReadonlySet<string>) => {
  const cells = row?.cells ?? []
  return cells.filter(
    (cell, index) => wanted.has(cell.name) && cells[index - 1]?.name !== cell.name,
  )
}
