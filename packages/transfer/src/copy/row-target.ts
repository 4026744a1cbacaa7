import type { AnyTable, RowChange, TableSchema } from '@rowhouse/client'
import { type TableRow, newestCells } from '../formats/table-row.js'
import type { CopyOptions } from './copy-options.js'

/** Where a copy writes rows. A row may be written again, which changes nothing that a reader sees. */
export interface RowTarget {
  /** Whether this run has created a table. */
  readonly isNew: boolean
  /** Resolves when all rows are written. */
  write(rows: readonly TableRow[]): Promise<void>
}

/** One table, written by many requests at the same time. */
export function bulkTarget(
  { target, concurrency, keepsTimes }: CopyOptions,
  { schema, isNew }: { readonly schema: TableSchema; readonly isNew: boolean },
): RowTarget {
  const limit = concurrency === undefined ? {} : { concurrency }
  const table = target.client.table<AnyTable>(schema)
  const writer = table.bulkWriter({ order: 'none', mayRepeat: true, ...limit })
  return {
    isNew,
    write: async (rows) => {
      const writes: Promise<void>[] = []
      for (const row of rows) {
        if (!writer.hasRoom) await writer.room()
        const write = writer.write(changeOf(row, keepsTimes))
        // A failure is handled below; until then it must not be unhandled.
        write.catch(() => undefined)
        writes.push(write)
      }
      await Promise.all(writes)
    },
  }
}

function changeOf(row: TableRow, keepsTimes: boolean): RowChange<AnyTable> {
  const put = Object.fromEntries(row.keyNames.map((name, i) => [name, row.key[i]]))
  const cells = keepsTimes
    ? row.cells.map(({ name, value, time }) => ({
        name,
        value,
        ...(time !== undefined && { timestamp: time }),
      }))
    : newestCells(row).map(({ name, value }) => ({ name, value }))
  return { put, cells }
}
