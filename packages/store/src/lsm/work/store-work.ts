import type { RunRecord } from '../manifest/run-manifest.js'
import type { Memtable } from '../memtable/memtable.js'
import type { MergeWork } from '../merging/merge-runs.js'

/** Where and how a run is written. */
export interface RunOptions {
  /** A larger table is followed by another. */
  readonly tableBytes: number
  readonly compress: boolean
  /** Nothing older is there that a tombstone could hide. */
  readonly dropsTombstones: boolean
  /** For the files of the run; more than it can take. */
  readonly numbers: readonly number[]
}

/** The long work of a store: in this thread, or in others. What was written is removed when it fails. */
export interface StoreWork {
  /** As of a sequence number. Nothing is written to the memtable any more. */
  flush(memtable: Memtable, sequence: number, options: RunOptions): Promise<RunRecord>
  merge(work: MergeWork, options: RunOptions): Promise<RunRecord>
  /** What runs ends early, and rejects. */
  close(): Promise<void>
}
