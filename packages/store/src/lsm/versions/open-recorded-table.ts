import { type Files, hasCode } from '@rowhouse/platform'
import type { BlockCache } from '../blocks/block-cache.js'
import { tablePath } from '../manifest/manifest-file.js'
import type { TableRecord } from '../manifest/run-manifest.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { openTable } from '../tables/table-reader.js'
import type { OpenTable } from './store-version.js'

/** Opens a table that the manifest names, and is what it says. Throws StoreDamagedError. */
export async function openRecordedTable(
  folder: { readonly files: Files; readonly directory: string },
  record: TableRecord,
  cache: BlockCache,
): Promise<OpenTable> {
  const path = tablePath(folder.directory, record.number)
  const file = await folder.files.open(path, 'read').catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? new StoreDamagedError(path, 'it is missing') : error
  })
  try {
    const reader = await openTable(file, record.number, cache)
    const { bytes, entries, tombstones, firstKey, lastKey } = reader.facts
    const isAsRecorded =
      bytes === record.bytes &&
      entries === record.entries &&
      tombstones === record.tombstones &&
      firstKey.equals(record.firstKey) &&
      lastKey.equals(record.lastKey)
    if (!isAsRecorded) throw new StoreDamagedError(path, 'the manifest describes another table')
    return { record, reader }
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}
