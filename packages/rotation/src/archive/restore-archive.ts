import { type Client, operations } from '@rowhouse/client'
import type { ObjectStore } from '@rowhouse/platform'
import { encodeRow, limits } from '@rowhouse/protocol'
import { rotationLimits } from '../limits.js'
import { RotationError } from '../rotation-error.js'
import { loadManifest } from './archive-manifest.js'
import { readArchivedRows } from './read-archive.js'
import type { StoredRow } from './rows-digest.js'

/**
 * Writes the rows of an archive into an existing table, with their times. It can be repeated. Returns the
 * number of rows.
 */
export async function restoreArchive(
  client: Client,
  objects: ObjectStore,
  archivedTable: string,
  tableName: string,
): Promise<number> {
  const manifest = await loadManifest(objects, archivedTable)
  if (manifest === undefined) throw new RotationError(`there is no archive of ${archivedTable}`)
  let restored = 0
  for await (const rows of readArchivedRows(objects, manifest)) {
    for (const batch of batchesOf(rows)) {
      await writeBatch(client, tableName, batch)
      restored += batch.length
    }
  }
  return restored
}

function* batchesOf(rows: readonly StoredRow[]): Generator<readonly Buffer[], void, undefined> {
  let batch: Buffer[] = []
  let bytes = 0
  for (const row of rows) {
    const encoded = encodeRow(row)
    if (
      batch.length === limits.BATCH_WRITE_ROWS_MAX ||
      (bytes > 0 && bytes + encoded.length > rotationLimits.RESTORE_BATCH_BYTES)
    ) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(encoded)
    bytes += encoded.length
  }
  if (batch.length > 0) yield batch
}

async function writeBatch(
  client: Client,
  tableName: string,
  batch: readonly Buffer[],
): Promise<void> {
  const condition = { rowExistence: 'IGNORE', columnCondition: undefined } as const
  const rows = batch.map((rowChange) => ({
    type: 'PUT' as const,
    rowChange,
    condition,
    returnContent: undefined,
  }))
  const request = { tables: [{ tableName, rows }], transactionId: undefined, isAtomic: false }
  const { tables } = await client.call(operations.batchWriteRow, request)
  for (const row of tables.flatMap((table) => table.rows))
    if (!row.isOk) throw new RotationError(`a row cannot be brought back: ${row.error.message}`)
}
