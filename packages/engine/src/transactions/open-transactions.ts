import { errors, limits } from '@rowhouse/protocol'
import { engineLimits } from '../limits.js'
import { entryName } from '../partitions/entry-name.js'
import type { Clock } from '@rowhouse/platform'
import type { Catalog } from '../tables/catalog.js'
import type { Table } from '../tables/table-description.js'
import type { Transaction } from './transaction.js'
import type { TransactionMemory } from './transaction-store.js'

const ID = /^[0-9a-f]{32}$/

/**
 * The open local transactions. Each has exclusive write access to its partition-key value until it ends.
 * They are kept in memory only, so a restart ends them. A caller that adds a transaction, or checks for one
 * before a write, must hold the lock of the partition-key value, or must not yield in between.
 */
export class OpenTransactions {
  readonly memory: TransactionMemory = { bytes: 0 }
  readonly #clock: Clock
  readonly #catalog: Pick<Catalog, 'find'>
  readonly #byId = new Map<string, Transaction>()
  readonly #byPartition = new Map<string, Transaction>()

  constructor(clock: Clock, catalog: Pick<Catalog, 'find'>) {
    this.#clock = clock
    this.#catalog = catalog
  }

  /** False when no transaction holds a partition-key value. */
  get isAny(): boolean {
    return this.#byPartition.size > 0
  }

  get size(): number {
    return this.#byId.size
  }

  /** Whether a transaction holds this partition-key value. */
  holds(table: number, partition: Buffer): boolean {
    if (!this.isAny) return false
    const holder = this.#byPartition.get(entryName(table, partition))
    return holder !== undefined && !this.#endIfExpired(holder)
  }

  /** The caller must have checked that no transaction holds the partition-key value. */
  add(transaction: Transaction): void {
    if (this.#byId.size >= engineLimits.TRANSACTIONS_MAX) this.sweep()
    if (this.#byId.size >= engineLimits.TRANSACTIONS_MAX) throw errors.serverBusy()
    this.#byId.set(transaction.id, transaction)
    this.#byPartition.set(nameOf(transaction), transaction)
  }

  /** Finds the transaction of a request, and restarts its idle time. */
  find(instance: string, id: string): Transaction {
    if (!ID.test(id)) throw errors.parameterInvalid('TransactionID is invalid.')
    const transaction = this.#byId.get(id)
    if (transaction === undefined || transaction.instance !== instance)
      throw errors.sessionNotExist()
    if (this.#endIfExpired(transaction)) throw errors.sessionNotExist()
    if (transaction.isEnding) throw errors.sessionBusy()
    transaction.usedAt = this.#clock.monotonic()
    return transaction
  }

  /** Ends the transaction and releases its partition-key value. Uncommitted writes are discarded. */
  end(transaction: Transaction): void {
    if (!this.#byId.delete(transaction.id)) return
    this.#byPartition.delete(nameOf(transaction))
    transaction.store.forget()
  }

  /** Ends expired transactions. */
  sweep(): void {
    for (const transaction of this.#byId.values()) this.#endIfExpired(transaction)
  }

  /**
   * Also ends it if its table is gone, or if the table's local indexes have changed since the transaction
   * started.
   */
  #endIfExpired(transaction: Transaction): boolean {
    if (transaction.isEnding) return false
    const now = this.#clock.monotonic()
    const { instance, table, localIndexes, startedAt, usedAt } = transaction
    const isOver =
      now - startedAt > limits.TRANSACTION_LIFE_SECONDS_MAX * 1000 ||
      now - usedAt > limits.TRANSACTION_IDLE_SECONDS_MAX * 1000 ||
      this.#catalog.find(instance, table.description.name) !== table ||
      localIndexesOf(table) !== localIndexes
    if (isOver) this.end(transaction)
    return isOver
  }
}

export const localIndexesOf = ({ localIndexes }: Table): string =>
  localIndexes.map(({ table }) => table).join()

const nameOf = ({ table, partition }: Transaction): string =>
  entryName(table.description.id, partition)
