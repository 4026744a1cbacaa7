import type { Variant } from '@rowhouse/protocol'
import type { InnerParts } from './transaction-parts.js'
import type { Table } from '../tables/table-description.js'
import type { TransactionStore } from './transaction-store.js'

/** A local transaction, which writes to one partition-key value of one table. */
export interface Transaction {
  readonly id: string
  readonly instance: string
  readonly table: Table
  /** The table's local indexes when it started, which its writes maintain. */
  readonly localIndexes: string
  readonly partitionKey: Variant
  /** The encoded partition-key value. */
  readonly partition: Buffer
  readonly store: TransactionStore
  /** The parts that operations inside the transaction get instead of the engine's own. */
  readonly parts: InnerParts
  /** The token of its commit, so that the commit may be retried. */
  readonly token: Buffer
  /** Monotonic milliseconds. */
  readonly startedAt: number
  usedAt: number
  /** The bytes of its writes that count towards the limit. */
  dataBytes: number
  /** The number of requests that run in it now. */
  running: number
  /** Set while it is being committed: nothing may be added, and it does not expire. */
  isEnding: boolean
}
