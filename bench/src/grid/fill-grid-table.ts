import { defineTable } from '@rowhouse/client'
import type { GridServer } from './start-grid-server.js'

export const GRID_TABLE = 'wide'
/** Columns of one row; the table has many more, as sparse wide rows have. */
const COLUMNS_OF_ROW = 10

/** Sparse rows: the first has every column, and the others have some of them. */
export async function fillGridTable(
  { client }: Pick<GridServer, 'client'>,
  rows: number,
  columns: number,
): Promise<void> {
  const names = Array.from({ length: columns }, (_, at) => `column_${at}`)
  const table = defineTable({
    name: GRID_TABLE,
    key: { user: 'string', id: 'integer' },
    columns: {},
  })
  await client.createTable(table)
  const writer = client.table(table).bulkWriter({ order: 'none', mayRepeat: true })
  for (let row = 0; row < rows; row += 1) {
    const some =
      row === 0 ? names : names.filter((_, at) => (at + row * 7) % columns < COLUMNS_OF_ROW)
    const cells = some.map((name) => ({ name, value: `${name} of row ${row}` }))
    const key = {
      user: `user ${String(Math.floor(row / 1_000)).padStart(4, '0')}`,
      id: BigInt(row),
    }
    await writer.room()
    void writer.write({ put: key, cells })
  }
  await writer.close()
}
