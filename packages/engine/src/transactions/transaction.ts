import type { Variant } from '@rowhouse/protocol'
import type { InnerParts } from './transaction-parts.js'
import type { Table } from '../tables/table-description.js'
import type { TransactionStore } from './transaction-store.js'

/** A local transaction: what it writes belongs to one partition-key value of one table. */
export interface Transaction {
  readonly id: string
  readonly instance: string
  readonly table: Table
  /** The local indexes of the table that its writes keep right. */
  readonly localIndexes: string
  readonly partitionKey: Variant
  /** The partition-key value as the store has it. */
  readonly partition: Buffer
  readonly store: TransactionStore
  /** What operations inside the transaction are given in the place of the engine's own. */
  readonly parts: InnerParts
  /** Names its commit, so that a commit may be tried again. */
  readonly token: Buffer
  /** Monotonic milliseconds. */
  readonly startedAt: number
  usedAt: number
  /** Data of its writes, as the limit counts it. */
  dataBytes: number
  /** Requests that work inside it now. */
  running: number
  /** It is being committed: nothing may be added, and it does not expire. */
  isEnding: boolean
}
