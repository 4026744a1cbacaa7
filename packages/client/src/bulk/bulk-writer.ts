import {
  type RowInBatchWriteRowRequest,
  type RowError,
  batchWriteRow,
  limits,
} from '@rowhouse/protocol'
import { isOutcomeUnknown, mayRetry } from '../calls/retry-policy.js'
import { backoffMs } from '../calls/backoff.js'
import type { Call } from '../calls/call.js'
import { CallError, UsageError } from '../errors.js'
import { clientLimits } from '../limits.js'
import { type RowChange, changeOf } from '../rows/batch-change.js'
import type { TableLayout } from '../rows/table-layout.js'
import type { TableSchema } from '../schema/define-table.js'
import { Concurrency } from './concurrency.js'
import { type PendingRow, RowQueue } from './row-queue.js'

export type RowsInOrder = 'value' | 'row' | 'none'

export interface BulkOptions {
  /**
   * Which writes keep the given order: those of one partition-key value, which is the default, or only
   * those of one row, which puts more rows of a value into one request. `none` is for a caller that never
   * has two writes of one row in flight: it costs the least.
   */
  readonly order?: RowsInOrder
  /** Bounds the requests in flight. */
  readonly concurrency?: number
  /** How often a row is retried. */
  readonly retries?: number
  readonly timeoutMs?: number
  /** Whether rows may be written twice; then they are also sent again when their outcome is unknown. */
  readonly mayRepeat?: boolean
}

/** How many rows were written, and how many were not. */
export interface BulkFigures {
  readonly written: number
  readonly failed: number
  readonly requests: number
  /** Rows that were sent more than once. */
  readonly retried: number
}

/**
 * Writes many rows with BatchWriteRow, in order where that matters: a row waits while an earlier one of its
 * partition-key value is in flight. As many requests run at once as the server accepts without refusing
 * any. Rows that it refuses because of its load are sent again after a while.
 */
export class BulkWriter<S extends TableSchema> {
  readonly #layout: TableLayout<S>
  readonly #call: Call
  readonly #queue = new RowQueue()
  readonly #concurrency: Concurrency
  readonly #keepsOrderOf: RowsInOrder
  readonly #retries: number
  readonly #timeoutMs: number | undefined
  readonly #mayRepeat: boolean
  readonly #roomWaiters: (() => void)[] = []
  readonly #idleWaiters: (() => void)[] = []
  #running = 0
  #paused = false
  #lingering: NodeJS.Timeout | undefined
  #written = 0
  #failed = 0
  #requests = 0
  #retried = 0
  #isClosed = false

  constructor(layout: TableLayout<S>, call: Call, options: BulkOptions) {
    this.#layout = layout
    this.#call = call
    const { BULK_CONCURRENCY_FIRST, BULK_CONCURRENCY_MAX, RETRIES_DEFAULT } = clientLimits
    const most = options.concurrency ?? BULK_CONCURRENCY_MAX
    this.#concurrency = new Concurrency(BULK_CONCURRENCY_FIRST, most)
    this.#keepsOrderOf = options.order ?? 'value'
    this.#retries = options.retries ?? RETRIES_DEFAULT
    this.#timeoutMs = options.timeoutMs
    this.#mayRepeat = options.mayRepeat ?? false
  }

  get figures(): BulkFigures {
    const [written, failed] = [this.#written, this.#failed]
    return { written, failed, requests: this.#requests, retried: this.#retried }
  }

  /** Whether `write` can take a row without waiting. */
  get hasRoom(): boolean {
    const { BULK_ROWS_WAITING, BULK_ROWS_READY, BULK_BYTES_WAITING } = clientLimits
    const { rows, ready, bytes } = this.#queue
    return rows < BULK_ROWS_WAITING && ready < BULK_ROWS_READY && bytes < BULK_BYTES_WAITING
  }

  /** Resolves when `write` has room: a fast source waits for it. */
  async room(): Promise<void> {
    while (!this.hasRoom) await new Promise<void>((resolve) => this.#roomWaiters.push(resolve))
  }

  /** Resolves when the row is written; rejects with CallError when it is not. */
  write(change: RowChange<S>): Promise<void> {
    // An error that is thrown here rejects the promise.
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new UsageError('the bulk writer is closed')
      const row = changeOf(this.#layout, change)
      const key = 'put' in change ? change.put : 'update' in change ? change.update : change.delete
      const order = orderOf(this.#layout, key, this.#keepsOrderOf)
      const bytes = row.rowChange.length
      this.#queue.push({ row, order, bytes, attempts: 0, next: undefined, resolve, reject })
      this.#send()
    })
  }

  /** Resolves when no row waits any more. Each failure has rejected its own `write`. */
  async flush(): Promise<void> {
    while (this.#running > 0 || this.#queue.rows > 0) {
      this.#clearLinger()
      this.#send(true)
      await new Promise<void>((resolve) => this.#idleWaiters.push(resolve))
    }
  }

  /** Refuses further rows, and writes those that wait. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
  }

  #send(isFlushing = false): void {
    if (this.#paused) return
    while (this.#running < this.#concurrency.allowed) {
      const isFull = this.#queue.ready >= limits.BATCH_WRITE_ROWS_MAX
      if (!isFull && !isFlushing && this.#running > 0) return
      if (!isFull && !isFlushing && !this.#isClosed) {
        this.#lingering ??= setTimeout(() => {
          this.#lingering = undefined
          this.#send(true)
        }, clientLimits.BULK_LINGER_MS)
        return
      }
      const batch = this.#queue.take(limits.BATCH_WRITE_ROWS_MAX, clientLimits.BULK_BATCH_BYTES)
      if (batch.length === 0) return
      this.#running += 1
      void this.#write(batch)
    }
  }

  #clearLinger(): void {
    clearTimeout(this.#lingering)
    this.#lingering = undefined
  }

  async #write(batch: readonly PendingRow[]): Promise<void> {
    this.#requests += 1
    let isRefused = false
    try {
      const outcomes = await this.#ask(batch.map(({ row }) => row))
      batch.forEach((row, i) => {
        const error = outcomes[i]
        if (error === undefined) this.#done(row)
        else isRefused = this.#refused(row, error) || isRefused
      })
    } catch (error) {
      const failure = error instanceof CallError ? error : undefined
      for (const row of batch) {
        if (failure === undefined) this.#fail(row, error)
        else isRefused = this.#refused(row, failure) || isRefused
      }
    }
    this.#running -= 1
    if (isRefused) this.#pause(batch)
    else this.#concurrency.succeeded()
    this.#wake()
  }

  /** The error of each row; undefined when it is written. */
  async #ask(rows: readonly RowInBatchWriteRowRequest[]): Promise<(RowError | undefined)[]> {
    const request = {
      tables: [{ tableName: this.#layout.name, rows }],
      transactionId: undefined,
      isAtomic: false,
    }
    const options = this.#timeoutMs === undefined ? {} : { timeoutMs: this.#timeoutMs }
    const { tables } = await this.#call(batchWriteRow, request, options)
    if (rows.length >= clientLimits.LARGE_BATCH_ROWS) await this.#layout.tools.turns.next()
    const outcomes = tables.flatMap((table) => table.rows)
    if (outcomes.length !== rows.length) throw new UsageError('the reply has not one outcome a row')
    return outcomes.map((outcome) => (outcome.isOk ? undefined : outcome.error))
  }

  #done(row: PendingRow): void {
    this.#queue.done(row)
    this.#written += 1
    row.resolve()
  }

  #fail(row: PendingRow, error: unknown): void {
    this.#queue.done(row)
    this.#failed += 1
    row.reject(error)
  }

  /** Puts a row back if it may be retried. Returns whether the server refused it because of its load. */
  #refused(row: PendingRow, error: RowError | CallError): boolean {
    const { code, message } = error
    const mayAgain =
      mayRetry(batchWriteRow.name, { code, message, wasNotSent: false }) ||
      (this.#mayRepeat && isOutcomeUnknown(code))
    if (mayAgain && row.attempts < this.#retries) {
      row.attempts += 1
      this.#retried += 1
      this.#queue.again(row)
      return true
    }
    const none = { status: undefined, requestId: undefined, operation: batchWriteRow.name }
    const facts = { ...none, code, message }
    this.#fail(row, error instanceof CallError ? error : new CallError(facts, row.attempts + 1))
    return false
  }

  /** Allows fewer requests from now on, and none for a moment. */
  #pause(batch: readonly PendingRow[]): void {
    this.#concurrency.refused()
    const attempts = Math.max(1, ...batch.map((row) => row.attempts))
    this.#paused = true
    setTimeout(
      () => {
        this.#paused = false
        this.#wake()
      },
      backoffMs(attempts, this.#layout.tools.random()),
    )
  }

  readonly #giveRoom = (): void => {
    for (const resolve of this.#roomWaiters.splice(0)) resolve()
  }

  #wake(): void {
    this.#send(this.#idleWaiters.length > 0)
    // The source gives its rows once the request that was made above is written: see `Turns`.
    if (this.hasRoom && this.#roomWaiters.length > 0) setImmediate(this.#giveRoom)
    if (this.#queue.rows === 0 && this.#running === 0) {
      for (const resolve of this.#idleWaiters.splice(0)) resolve()
    }
  }
}

/** A text that is equal for two writes that must keep their order. */
function orderOf(
  layout: TableLayout,
  key: Readonly<Record<string, unknown>>,
  keepsOrderOf: RowsInOrder,
): string | undefined {
  if (keepsOrderOf === 'none') return undefined
  const [first] = layout.key
  if (keepsOrderOf === 'value' && first !== undefined) return textOf(key[first.name])
  return layout.key.map(({ name }) => textOf(key[name])).join('\0')
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value)
