import { type Files, hasCode } from '@rowhouse/platform'
import type { EntryCursor } from '../entry-cursor.js'
import { headBytes } from '../entry-form.js'
import { tablePath } from '../manifest/manifest-file.js'
import type { TableRecord } from '../manifest/run-manifest.js'
import { TableMemory } from '../tables/table-memory.js'
import { TableWriter } from '../tables/write-table.js'

/** Where tables are written, and for how long. */
export interface TablePlace {
  readonly files: Files
  readonly directory: string
  /** Memory of tables that are written, for the next ones. */
  readonly spare: TableMemory[]
  /** True: the work is given up, and its files are removed. */
  readonly isStopped: () => boolean
}

export interface NextTableOptions {
  readonly number: number
  /** The table is full when it has reached this size. */
  readonly tableBytes: number
  readonly compress: boolean
  /** Nothing older is there that a tombstone could hide. */
  readonly dropsTombstones: boolean
}

/** The store is being closed, and its work in the background ends early. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/**
 * Writes the entry under the cursor and those behind it to one table, until it is full. Answers undefined
 * when there was nothing to keep. The name of the table survives a power cut only with the manifest that
 * names it. What was written is removed when it fails.
 */
export async function writeNextTable(
  cursor: EntryCursor,
  place: TablePlace,
  options: NextTableOptions,
): Promise<TableRecord | undefined> {
  if (options.dropsTombstones) await passTombstones(cursor)
  if (!cursor.isOnEntry) return undefined
  const { number, compress } = options
  const { files, directory } = place
  const path = tablePath(directory, number)
  const file = await files.open(path, 'create')
  const memory = place.spare.pop() ?? new TableMemory()
  try {
    const writer = new TableWriter(file, { number, compress }, memory)
    while (cursor.isOnEntry && writer.bytes < options.tableBytes) {
      if (place.isStopped()) throw new StoppedError()
      const pause = copyEntries(cursor, writer, options)
      if (pause !== undefined) await pause
    }
    const facts = await writer.finish()
    await file.close()
    return { number, ...facts }
  } catch (error) {
    await file.close().catch(() => {})
    await removeTable(place, number)
    throw error
  } finally {
    place.spare.push(memory)
  }
}

/** A file that stays is removed by the next start. */
export async function removeTable(place: TablePlace, number: number): Promise<void> {
  try {
    await place.files.remove(tablePath(place.directory, number))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) return
  }
}

async function passTombstones(cursor: EntryCursor): Promise<void> {
  while (cursor.isOnEntry && cursor.isTombstone) {
    const moved = cursor.next()
    if (moved !== undefined) await moved
  }
}

/** Copies until something must be waited for, the table is full or the entries end. */
function copyEntries(
  cursor: EntryCursor,
  writer: TableWriter,
  { tableBytes, dropsTombstones }: NextTableOptions,
): Promise<void> | undefined {
  while (cursor.isOnEntry && writer.bytes < tableBytes) {
    const isKept = !cursor.isTombstone || !dropsTombstones
    const written = isKept ? addEntry(cursor, writer) : undefined
    if (written !== undefined) return written.then(() => cursor.next())
    const moved = cursor.next()
    if (moved !== undefined) return moved
  }
  return undefined
}

function addEntry(cursor: EntryCursor, writer: TableWriter): Promise<void> | undefined {
  const { bytes, keyAt, keyEnd, valueEnd } = cursor
  return writer.add(bytes, keyAt - headBytes(cursor), valueEnd, keyAt, keyEnd)
}
