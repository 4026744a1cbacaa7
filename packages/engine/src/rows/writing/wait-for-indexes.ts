import type { Table } from '../../tables/table-description.js'
import type { WriteIndexes } from '../../transactions/transaction-parts.js'

/**
 * For a durable write to these tables: resolves when it may be acknowledged. It waits for all tables at once,
 * so no longer than for one of them.
 */
export const waitForIndexes = async (
  indexes: WriteIndexes,
  tables: Iterable<Table>,
): Promise<void> => {
  const waits: Promise<void>[] = []
  for (const table of new Set(tables)) {
    const wait = indexes.afterWrite(table)
    if (wait !== undefined) waits.push(wait)
  }
  if (waits.length > 0) await Promise.all(waits)
}
