import type { RunRecord } from '../manifest/run-manifest.js'
import type { MemtableReader } from '../memtable/memtable-reader.js'
import type { RunOptions } from '../work/store-work.js'
import { type RunPlace, writeRun } from './write-run.js'

const ALL_KEYS = { start: undefined, end: undefined, reverse: false } as const

/** The newest entries of a frozen memtable as a run. */
export async function flushMemtable(
  memtable: MemtableReader,
  place: RunPlace,
  options: RunOptions,
): Promise<RunRecord> {
  const newest = Number.MAX_SAFE_INTEGER
  const cursor = memtable.cursor(ALL_KEYS, newest)
  try {
    const tables = await writeRun(cursor, place, options)
    return { tables, rangeTombstones: memtable.rangeTombstones(newest) }
  } finally {
    cursor.close()
  }
}
