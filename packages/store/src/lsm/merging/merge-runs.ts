import type { BlockCache } from '../blocks/block-cache.js'
import { type KeySpan, joinSpans } from '../key-span.js'
import type { RunRecord, TableRecord } from '../manifest/run-manifest.js'
import { MergedCursor } from '../reading/merged-cursor.js'
import { RunCursor } from '../reading/run-cursor.js'
import { openRecordedTable } from '../versions/open-recorded-table.js'
import type { OpenTable } from '../versions/store-version.js'
import type { RunOptions } from '../work/store-work.js'
import { type RunPlace, writeRun } from '../writing/write-run.js'

export interface MergeWork {
  /** The newest first. */
  readonly runs: readonly RunRecord[]
  /** Range tombstones of still newer runs: what they hide is left out. */
  readonly newerTombstones: readonly KeySpan[]
}

const ALL_KEYS = { start: undefined, end: undefined, reverse: false } as const

/**
 * Merges runs into one. It reads through files of its own and a cache that only merges use, so that it evicts
 * nothing that readers want and can run in another thread. The cache stays for the next merge: the system's
 * allocator keeps its memory, and nothing would tell the engine to collect it.
 */
export async function mergeRuns(
  work: MergeWork,
  place: RunPlace,
  options: RunOptions,
  cache: BlockCache,
): Promise<RunRecord> {
  const opened: OpenTable[] = []
  const open = async (record: TableRecord): Promise<OpenTable> => {
    const table = await openRecordedTable(place, record, cache)
    opened.push(table)
    return table
  }
  try {
    const sources = [{ cursor: new RunCursor([], ALL_KEYS), rangeTombstones: work.newerTombstones }]
    for (const { tables, rangeTombstones } of work.runs) {
      const readers: OpenTable[] = []
      for (const record of tables) readers.push(await open(record))
      sources.push({
        cursor: new RunCursor(readers, ALL_KEYS),
        rangeTombstones: [...rangeTombstones],
      })
    }
    const cursor = new MergedCursor(sources, false)
    const tables = await writeRun(cursor, place, options)
    cursor.close()
    const spans = options.dropsTombstones ? [] : work.runs.flatMap((run) => run.rangeTombstones)
    return { tables, rangeTombstones: joinSpans(spans) }
  } finally {
    for (const { record, reader } of opened) {
      cache.forget(record.number)
      await reader.close().catch(() => {})
    }
  }
}
