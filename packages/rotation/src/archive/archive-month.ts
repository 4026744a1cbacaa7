import type { ObjectStore } from '@rowhouse/platform'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { SetLock } from '../journal/journal.js'
import { rotationLimits } from '../limits.js'
import { RotationError } from '../rotation-error.js'
import { columnsOf } from './archive-columns.js'
import { type ArchiveManifest, fileName, sha256Of, storeManifest } from './archive-manifest.js'
import { readArchivedRows } from './read-archive.js'
import { type MonthSource, scanTable } from './scan-table.js'
import { RowsDigest, type StoredRow } from './rows-digest.js'

type FileFacts = ArchiveManifest['files'][number]

/**
 * Writes the rows of a table as Parquet files and reads them again. The manifest is written last, after the
 * rows that were read equal those that were written. An archive of the same table is replaced.
 */
export async function archiveMonth(
  source: MonthSource,
  objects: ObjectStore,
  lock: Pick<SetLock, 'renew'>,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const { schema } = source
  const digest = new RowsDigest()
  const files: FileFacts[] = []
  let waiting: StoredRow[] = []
  const flush = async (): Promise<void> => {
    files.push(await writeFile(source, objects, files.length, waiting))
    waiting = []
  }
  for await (const rows of scanTable(source, lock)) {
    for (const row of rows) {
      digest.add(row)
      waiting.push(row)
    }
    if (waiting.length >= rotationLimits.ARCHIVE_FILE_ROWS) await flush()
  }
  if (waiting.length > 0) await flush()
  const { rows } = digest
  const found = { version: 1, rows, digest: digest.finish(), files } as const
  const manifest: ArchiveManifest = { ...found, table: schema.name, ...columnsIn(source) }
  const again = new RowsDigest()
  for await (const read of readArchivedRows(objects, manifest)) {
    await lock.renew()
    for (const row of read) again.add(row)
  }
  if (again.finish() !== manifest.digest)
    throw new RotationError(`what was read back of the archive of ${schema.name} is not its table`)
  await storeManifest(objects, manifest)
  return manifest
}

const columnsIn = ({ schema: { key, columns } }: MonthSource) => ({
  key: { ...key },
  columns: { ...columns },
})

async function writeFile(
  { schema }: MonthSource,
  objects: ObjectStore,
  part: number,
  rows: readonly StoredRow[],
): Promise<FileFacts> {
  const content = parquetWriteBuffer({
    columnData: columnsOf(schema, rows),
    rowGroupSize: rotationLimits.ARCHIVE_GROUP_ROWS,
  })
  const bytes = Buffer.from(content)
  const name = fileName(schema.name, part)
  await objects.put(name, bytes)
  return { name, rows: rows.length, bytes: bytes.length, sha256: sha256Of(bytes) }
}
