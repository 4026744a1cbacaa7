import type { RunRecord } from '../manifest/run-manifest.js'
import type { Memtable } from '../memtable/memtable.js'
import type { MergeSlice, MergeWork } from '../merging/merge-slice.js'
import type { NextTableOptions } from '../writing/write-next-table.js'

export interface FlushOptions {
  /** A larger table is followed by another. */
  readonly tableBytes: number
  /** For the files of the run; more than it can take. */
  readonly numbers: readonly number[]
}

/** The long work of a store: in this thread, or in others. What was written is removed when it fails. */
export interface StoreWork {
  /** As of a sequence number. Nothing is written to the memtable any more. */
  flush(memtable: Memtable, sequence: number, options: FlushOptions): Promise<RunRecord>
  merge(work: MergeWork, options: NextTableOptions): Promise<MergeSlice>
  /** What runs ends early, and rejects. */
  close(): Promise<void>
}
