import type { Reason } from '@rowhouse/practices'

/** A way to make a partition key, as `rowhouse advise` judges it by a sample. Shares are from 0 to 1. */
export interface AdvisedKey {
  readonly columns: readonly string[]
  readonly transform: 'none' | 'hash' | 'splice'
  readonly verdict: 'good' | 'fair' | 'bad'
  /** The most important first. */
  readonly reasons: readonly Reason[]
  /** Of the throughput of all partitions, what the load can use. */
  readonly usedThroughput: number
  /** Different keys in the sample. */
  readonly values: number
  readonly largestShare: number
  /** The share of new rows at the busier end of the keys. */
  readonly endShare: number
}

export interface TableAdvice {
  /** Of the sample. */
  readonly rows: number
  /** Over which the load was simulated. */
  readonly partitions: number
  /** Best first; none for a table without rows. */
  readonly keys: readonly AdvisedKey[]
}
