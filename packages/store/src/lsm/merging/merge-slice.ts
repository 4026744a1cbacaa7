import type { BlockCache } from '../blocks/block-cache.js'
import type { KeySpan } from '../key-span.js'
import type { RunRecord, TableRecord } from '../manifest/run-manifest.js'
import { ownCopy } from '../own-copy.js'
import { MergedCursor } from '../reading/merged-cursor.js'
import { RunCursor } from '../reading/run-cursor.js'
import { openRecordedTable } from '../versions/open-recorded-table.js'
import type { OpenTable } from '../versions/store-version.js'
import {
  type NextTableOptions,
  type TablePlace,
  writeNextTable,
} from '../writing/write-next-table.js'

export interface MergeWork {
  /** The newest first. All begin at the key that the slice before has not reached. */
  readonly runs: readonly RunRecord[]
  /** Range tombstones of still newer runs: what they hide is left out. */
  readonly newerTombstones: readonly KeySpan[]
}

/** A part of a merge: one table, up to a key. */
export interface MergeSlice {
  /** Undefined when nothing was left to be kept. */
  readonly table: TableRecord | undefined
  /** The first key behind the slice; undefined when the merge has ended. */
  readonly next: Buffer | undefined
}

/**
 * Merges the first entries of runs. It reads through files of its own and a cache that only merges use, so
 * that it evicts nothing that readers want and can run in another thread. The cache stays for the next slice:
 * the system's allocator keeps its memory, and nothing would tell the engine to collect it.
 */
export async function mergeSlice(
  work: MergeWork,
  place: TablePlace,
  options: NextTableOptions,
  cache: BlockCache,
): Promise<MergeSlice> {
  const opened: OpenTable[] = []
  const open = async (record: TableRecord): Promise<OpenTable> => {
    const table = await openRecordedTable(place, record, cache)
    opened.push(table)
    return table
  }
  try {
    const sources = [{ cursor: cursorOver([]), rangeTombstones: work.newerTombstones }]
    for (const { from, tables, rangeTombstones } of work.runs) {
      const readers: OpenTable[] = []
      for (const record of tables) readers.push(await open(record))
      sources.push({ cursor: cursorOver(readers, from), rangeTombstones: [...rangeTombstones] })
    }
    const cursor = new MergedCursor(sources, false)
    await cursor.first()
    const table = await writeNextTable(cursor, place, options)
    const { bytes, keyAt, keyEnd } = cursor
    const next = cursor.isOnEntry ? ownCopy(bytes.subarray(keyAt, keyEnd)) : undefined
    cursor.close()
    return { table, next }
  } finally {
    for (const { record, reader } of opened) {
      cache.forget(record.number)
      await reader.close().catch(() => {})
    }
  }
}

const cursorOver = (tables: readonly OpenTable[], start?: Buffer): RunCursor =>
  new RunCursor(tables, { start, end: undefined, reverse: false })
