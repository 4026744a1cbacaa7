import { type Files, hasCode, invariant } from '@rowhouse/platform'
import type { EntryCursor } from '../entry-cursor.js'
import { headBytes } from '../entry-form.js'
import { tablePath } from '../manifest/manifest-file.js'
import type { TableRecord } from '../manifest/run-manifest.js'
import type { RunOptions } from '../work/store-work.js'
import { TableWriter } from '../tables/write-table.js'

/** Where a run is written, and for how long. */
export interface RunPlace {
  readonly files: Files
  readonly directory: string
  /** True: the work is given up, and its files are removed. */
  readonly isStopped: () => boolean
}

/** The store is being closed, and its work in the background ends early. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

interface OpenFile {
  readonly number: number
  readonly writer: TableWriter
  readonly close: () => Promise<void>
}

/**
 * Writes the entries under a cursor to tables, as many as it takes, each synced. Their names survive a power
 * cut only with the manifest that names them. What was written is removed when it fails.
 */
export async function writeRun(
  cursor: EntryCursor,
  place: RunPlace,
  options: RunOptions,
): Promise<TableRecord[]> {
  const records: TableRecord[] = []
  const numbers: number[] = []
  let open: OpenFile | undefined
  const finish = async (file: OpenFile): Promise<void> => {
    records.push({ number: file.number, ...(await file.writer.finish()) })
    await file.close()
    open = undefined
  }
  try {
    const waiting = cursor.first()
    if (waiting !== undefined) await waiting
    while (cursor.isOnEntry) {
      if (place.isStopped()) throw new StoppedError()
      if (open === undefined) {
        const number = options.numbers[numbers.length]
        invariant(number !== undefined, 'a run has numbers for all of its files')
        numbers.push(number)
        open = await createFile(number, place, options.compress)
      }
      const pause = copyEntries(cursor, open.writer, options)
      if (pause !== undefined) await pause
      if (open.writer.bytes >= options.tableBytes) await finish(open)
    }
    if (open !== undefined) await finish(open)
    return records
  } catch (error) {
    await open?.close().catch(() => {})
    for (const number of numbers) await removeQuietly(place, number)
    throw error
  }
}

/** Copies until something must be waited for, the table is full or the entries end. */
function copyEntries(
  cursor: EntryCursor,
  writer: TableWriter,
  { tableBytes, dropsTombstones }: RunOptions,
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

async function createFile(
  number: number,
  { files, directory }: RunPlace,
  compress: boolean,
): Promise<OpenFile> {
  const file = await files.open(tablePath(directory, number), 'create')
  return { number, writer: new TableWriter(file, { number, compress }), close: () => file.close() }
}

/** A file that stays is removed by the next start. */
async function removeQuietly({ files, directory }: RunPlace, number: number): Promise<void> {
  try {
    await files.remove(tablePath(directory, number))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) return
  }
}
