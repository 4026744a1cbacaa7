import { invariant } from '@rowhouse/platform'
import type { EntryCursor } from '../entry-cursor.js'
import type { TableRecord } from '../manifest/run-manifest.js'
import type { FlushOptions } from '../work/store-work.js'
import { type TablePlace, removeTable, writeNextTable } from './write-next-table.js'

/** Writes the entries under a cursor to tables, as many as it takes, and removes them when it fails. */
export async function writeRun(
  cursor: EntryCursor,
  place: TablePlace,
  { tableBytes, numbers }: FlushOptions,
): Promise<TableRecord[]> {
  const records: TableRecord[] = []
  try {
    await cursor.first()
    while (cursor.isOnEntry) {
      const number = numbers[records.length]
      invariant(number !== undefined, 'a run has numbers for all of its files')
      const options = { number, tableBytes, compress: false, dropsTombstones: false }
      const record = await writeNextTable(cursor, place, options)
      if (record !== undefined) records.push(record)
    }
    return records
  } catch (error) {
    for (const { number } of records) await removeTable(place, number)
    throw error
  }
}
