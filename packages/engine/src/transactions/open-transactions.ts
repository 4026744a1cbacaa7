import { errors, limits } from '@rowhouse/protocol'
import { entryName } from '../partitions/entry-name.js'
import type { Clock } from '../platform/clock.js'
import type { Catalog } from '../tables/catalog.js'
import type { Table } from '../tables/table.js'
import type { Transaction } from './transaction.js'
import type { TransactionMemory } from './transaction-store.js'

interface Waiter {
  /** Monotonic milliseconds. */
  readonly deadline: number
  readonly released: () => void
  readonly refuse: (error: Error) => void
}

const ID = /^[0-9a-f]{32}$/

/**
 * The local transactions that are open. Each has its partition-key value to itself: nobody else writes
 * to it before the transaction ends. All of them are in memory, and a restart ends them. Whoever
 * takes or looks at a partition-key value for writing holds its lock meanwhile, or does not wait.
 */
export class OpenTransactions {
  readonly memory: TransactionMemory = { bytes: 0 }
  readonly #clock: Clock
  readonly #catalog: Pick<Catalog, 'find'>
  readonly #byId = new Map<string, Transaction>()
  readonly #byPartition = new Map<string, Transaction>()
  /** Those who want to start a transaction, by partition-key value. */
  readonly #waiters = new Map<string, Waiter[]>()

  constructor(clock: Clock, catalog: Pick<Catalog, 'find'>) {
    this.#clock = clock
    this.#catalog = catalog
  }

  /** False says that nobody holds a partition-key value. */
  get isAny(): boolean {
    return this.#byPartition.size > 0
  }

  get size(): number {
    return this.#byId.size
  }

  /** Whether a transaction has this partition-key value to itself. */
  holds(table: number, partition: Buffer): boolean {
    if (!this.isAny) return false
    const holder = this.#byPartition.get(entryName(table, partition))
    return holder !== undefined && !this.#endIfExpired(holder)
  }

  /** The caller has made sure that nobody holds the partition-key value. */
  add(transaction: Transaction): void {
    if (this.#byId.size >= limits.TRANSACTIONS_MAX) this.sweep()
    if (this.#byId.size >= limits.TRANSACTIONS_MAX) throw errors.serverBusy()
    this.#byId.set(transaction.id, transaction)
    this.#byPartition.set(nameOf(transaction), transaction)
  }

  /** The transaction of a request, from now on in use. */
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

  /** Gives its partition-key value back. What it has written and not committed is gone. */
  end(transaction: Transaction): void {
    if (!this.#byId.delete(transaction.id)) return
    const name = nameOf(transaction)
    this.#byPartition.delete(name)
    transaction.store.forget()
    const waiters = this.#waiters.get(name) ?? []
    this.#waiters.delete(name)
    for (const { released } of waiters) released()
  }

  /** Resolves when the holder of the partition-key value has ended, and rejects at the deadline. */
  released(table: number, partition: Buffer, deadline: number, keyText: string): Promise<void> {
    const name = entryName(table, partition)
    const waiters = this.#waiters.get(name) ?? []
    if (waiters.length >= limits.LOCK_WAITERS_PER_PARTITION)
      return Promise.reject(errors.rowOperationConflict(`Failed to lock txn key: ${keyText}`))
    this.#waiters.set(name, waiters)
    return new Promise((resolve, reject) => {
      waiters.push({ deadline, released: resolve, refuse: reject })
    })
  }

  /** Ends what has expired, and refuses those who have waited too long. */
  sweep(): void {
    for (const transaction of this.#byId.values()) this.#endIfExpired(transaction)
    const now = this.#clock.monotonic()
    for (const [name, waiters] of this.#waiters) {
      const late = waiters.filter(({ deadline }) => deadline <= now)
      for (const { refuse } of late) refuse(lockTimeout())
      if (late.length === waiters.length) this.#waiters.delete(name)
      else if (late.length > 0)
        this.#waiters.set(
          name,
          waiters.filter((one) => !late.includes(one)),
        )
    }
  }

  /** Nobody waits any longer. */
  close(): void {
    for (const waiters of this.#waiters.values())
      for (const { refuse } of waiters) refuse(errors.serverUnavailable())
    this.#waiters.clear()
  }

  /** Also when its table is gone, or has another local index than its writes know of. */
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

const lockTimeout = (): Error =>
  errors.rowOperationConflict('Transaction timeout because cannot acquire exclusive lock.')
