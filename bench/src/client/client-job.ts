import type { RowShape } from '../rows/row-shape.js'

/** A job for the process of our client. */
export type ClientJob = GetRowJob | WriteJob | ReadRangeJob

export interface GetRowJob {
  readonly kind: 'get-row'
  readonly endpoint: string
  readonly callsAtOnce: number
  readonly rows: number
  readonly shape: RowShape
  readonly seconds: number
}

export interface WriteJob {
  readonly kind: 'write'
  readonly endpoint: string
  /** `writeMany` with 200 rows a call, or one row after the other into a bulk writer. */
  readonly by: 'batches' | 'bulk-writer'
  readonly requestsAtOnce: number
  readonly rows: number
  readonly shape: RowShape
  readonly seconds: number
}

/** Reads a table whose pages are recorded replies; nothing is sent. */
export interface ReadRangeJob {
  readonly kind: 'read-range'
  readonly pages: readonly Uint8Array[]
  readonly shape: RowShape
  readonly seconds: number
}

export interface ClientFigures {
  /** Calls or rows. */
  readonly perSecond: number
  /** The processor time of this process alone, all threads. */
  readonly cpuMicros: number
}
