import type { ObjectStore } from '@rowhouse/platform'
import type { SetLock } from '../journal/journal.js'
import { loadManifest } from './archive-manifest.js'
import { readArchivedRows } from './read-archive.js'
import { type MonthSource, scanTable } from './scan-table.js'
import { RowsDigest } from './rows-digest.js'

/** Whether the archive is complete and has exactly the rows that the table has now. */
export async function isArchiveOf(
  source: MonthSource,
  objects: ObjectStore,
  lock: Pick<SetLock, 'renew'>,
): Promise<boolean> {
  const manifest = await loadManifest(objects, source.schema.name)
  if (manifest === undefined) return false
  const archived = new RowsDigest()
  for await (const rows of readArchivedRows(objects, manifest)) {
    await lock.renew()
    for (const row of rows) archived.add(row)
  }
  const stored = new RowsDigest()
  for await (const rows of scanTable(source, lock)) for (const row of rows) stored.add(row)
  return archived.finish() === stored.finish()
}
