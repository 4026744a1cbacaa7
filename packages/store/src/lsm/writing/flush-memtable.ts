import { FROM_FIRST, type RunRecord } from '../manifest/run-manifest.js'
import type { MemtableReader } from '../memtable/memtable-reader.js'
import type { FlushOptions } from '../work/store-work.js'
import type { TablePlace } from './write-next-table.js'
import { writeRun } from './write-run.js'

const ALL_KEYS = { start: undefined, end: undefined, reverse: false } as const

/** A frozen memtable as of a sequence number, as a run. */
export async function flushMemtable(
  memtable: MemtableReader,
  sequence: number,
  place: TablePlace,
  options: FlushOptions,
): Promise<RunRecord> {
  const cursor = memtable.cursor(ALL_KEYS, sequence)
  try {
    const tables = await writeRun(cursor, place, options)
    return { from: FROM_FIRST, tables, rangeTombstones: memtable.rangeTombstones(sequence) }
  } finally {
    cursor.close()
  }
}
