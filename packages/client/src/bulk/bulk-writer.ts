import {
  type BatchWriteBody,
  type BatchWriteRowReply,
  type RowInBatchWriteRowReply,
  batchWriteRow,
  limits,
} from '@rowhouse/protocol'
import { isOutcomeUnknown, mayRetry } from '../calls/retry-policy.js'
import { withRequestId } from '../calls/with-request-id.js'
import { backoffMs } from '../calls/backoff.js'
import type { Call } from '../calls/call.js'
import type { CallOptions } from '../calls/caller.js'
import { CallError, type CallFailure, UsageError } from '../errors.js'
import { clientLimits } from '../limits.js'
import { type RowChange, addChange, packedBatch } from '../rows/batch-change.js'
import type { TableLayout } from '../rows/table-layout.js'
import type { TableSchema } from '../schema/define-table.js'
import { Concurrency } from './concurrency.js'
import type { PendingRow } from './pending-row.js'
import { type RowBatch, RowQueue } from './row-queue.js'

/** The outcome of each row of a request, and the id of the request. */
interface BatchAnswer {
  readonly outcomes: readonly RowInBatchWriteRowReply[]
  readonly requestId: string | undefined
}

/** A row that failed within a request that did not has no status of its own. */
const OF_ROW = { operation: batchWriteRow.name, status: undefined } as const

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
  /** How often rows are retried while the server takes none. */
  readonly retries?: number
  readonly timeoutMs?: number
  /** Ends the requests in flight, and all rows that wait fail. */
  readonly signal?: AbortSignal
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
  readonly #queue: RowQueue<RowChange<S>>
  readonly #concurrency: Concurrency
  readonly #keepsOrderOf: RowsInOrder
  readonly #retries: number
  readonly #ofCalls: CallOptions
  readonly #mayRepeat: boolean
  readonly #roomWaiters: (() => void)[] = []
  readonly #idleWaiters: (() => void)[] = []
  #running = 0
  #pauses = 0
  /** Rounds of requests since a row was written; requests in flight at the same time are one. */
  #roundsInVain = 0
  #lingering: NodeJS.Timeout | undefined
  #written = 0
  #failed = 0
  #requests = 0
  #retried = 0
  #isClosed = false

  constructor(layout: TableLayout<S>, call: Call, options: BulkOptions) {
    this.#layout = layout
    this.#call = call
    this.#queue = new RowQueue({
      rowsMax: limits.BATCH_WRITE_ROWS_MAX,
      bytesMax: clientLimits.BULK_BATCH_BYTES,
      newBody: () => layout.tools.bodies.take(layout.name),
      add: (body, change) => addChange(body, layout, change),
    })
    const { BULK_CONCURRENCY_FIRST, BULK_CONCURRENCY_MAX, RETRIES_DEFAULT } = clientLimits
    const most = options.concurrency ?? BULK_CONCURRENCY_MAX
    this.#concurrency = new Concurrency(BULK_CONCURRENCY_FIRST, most)
    this.#keepsOrderOf = options.order ?? 'value'
    this.#retries = options.retries ?? RETRIES_DEFAULT
    const { timeoutMs, signal } = options
    this.#ofCalls = {
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(signal && { signal }),
    }
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
    try {
      if (this.#isClosed) throw new UsageError('the bulk writer is closed')
      const key = 'put' in change ? change.put : 'update' in change ? change.update : change.delete
      const row = this.#queue.push(orderOf(this.#layout, key, this.#keepsOrderOf), change)
      this.#send()
      return row
    } catch (error) {
      return Promise.reject(error)
    }
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
    if (this.#pauses > 0) return
    while (this.#running < this.#concurrency.allowed) {
      const isFull = this.#queue.hasFull
      if (!isFull && !isFlushing && this.#running > 0) return
      if (!isFull && !isFlushing && !this.#isClosed) {
        this.#lingering ??= setTimeout(() => {
          this.#lingering = undefined
          this.#send(true)
        }, clientLimits.BULK_LINGER_MS)
        return
      }
      const batch = this.#queue.take()
      if (batch === undefined) return
      this.#running += 1
      void this.#write(batch)
    }
  }

  #clearLinger(): void {
    clearTimeout(this.#lingering)
    this.#lingering = undefined
  }

  async #write(batch: RowBatch): Promise<void> {
    this.#requests += 1
    const isRefused = await this.#ask(batch).then(
      (answer) => this.#answered(batch, answer),
      (error: unknown) => this.#unanswered(batch, error),
    )
    this.#running -= 1
    if (isRefused) this.#pause(batch)
    else this.#concurrency.succeeded()
    this.#wake()
  }

  /** The outcome of each row. */
  async #ask({ body, rows }: RowBatch): Promise<BatchAnswer> {
    const told = withRequestId(this.#ofCalls)
    const reply = await this.#call(packedBatch, body.finish(undefined, false), told.options)
    if (rows.length >= clientLimits.LARGE_BATCH_ROWS) await this.#layout.tools.turns.next()
    const outcomes = outcomesOf(reply)
    if (outcomes.length !== rows.length) throw new UsageError('the reply has not one outcome a row')
    return { outcomes, requestId: told.requestId }
  }

  /** Returns whether the server refused a row because of its load. */
  #answered({ body, rows }: RowBatch, { outcomes, requestId }: BatchAnswer): boolean {
    let isRefused = false
    for (const [i, row] of rows.entries()) {
      const outcome = outcomes[i]
      if (outcome === undefined) throw new RangeError('a row has no outcome')
      if (outcome.isOk) this.#done(row)
      else {
        const facts = { ...outcome.error, ...OF_ROW, requestId }
        isRefused = this.#refused(row, body, i, facts) || isRefused
      }
    }
    this.#layout.tools.bodies.give(body)
    return isRefused
  }

  /** The same for a request without an answer. */
  #unanswered({ body, rows }: RowBatch, error: unknown): boolean {
    let isRefused = false
    for (const [i, row] of rows.entries()) {
      if (error instanceof CallError) isRefused = this.#refused(row, body, i, error) || isRefused
      else this.#fail(row, error)
    }
    return isRefused
  }

  #done(row: PendingRow): void {
    this.#queue.done(row)
    this.#roundsInVain = 0
    this.#written += 1
    row.resolve()
  }

  #fail(row: PendingRow, error: unknown): void {
    this.#queue.done(row)
    this.#failed += 1
    row.reject(error)
  }

  /** Puts a row back if it may be retried. Returns whether the server refused it because of its load. */
  #refused(
    row: PendingRow,
    body: BatchWriteBody,
    index: number,
    error: CallFailure | CallError,
  ): boolean {
    const { code, message, status } = error
    const wasRefused = mayRetry(batchWriteRow.name, { code, message, wasNotSent: false })
    const mayAgain = wasRefused || (this.#mayRepeat && isOutcomeUnknown({ code, status }))
    if (mayAgain && this.#hasAttemptLeft(row, wasRefused)) {
      row.attempts += 1
      this.#retried += 1
      this.#queue.again(row, body.copyRow(index))
      return true
    }
    this.#fail(row, error instanceof CallError ? error : new CallError(error, row.attempts + 1))
    return false
  }

  /**
   * A server that throttles takes some rows and refuses others: a refused row is not given up while it does.
   * One whose outcome is unknown may be at fault itself. When the server takes none, all rows are given up
   * together, for trying each of them as often would take minutes.
   */
  #hasAttemptLeft(row: PendingRow, wasRefused: boolean): boolean {
    const tookOthers = wasRefused && row.writtenAtRefusal !== this.#written
    row.attemptsInVain = tookOthers ? 1 : row.attemptsInVain + 1
    row.writtenAtRefusal = this.#written
    return row.attemptsInVain <= this.#retries && this.#roundsInVain <= this.#retries
  }

  /** Allows fewer requests from now on, and none before the longest of the pauses is over. */
  #pause({ rows }: RowBatch): void {
    this.#concurrency.refused()
    if (this.#pauses === 0) this.#roundsInVain += 1
    const attempts = Math.max(this.#roundsInVain, ...rows.map((row) => row.attemptsInVain))
    this.#pauses += 1
    setTimeout(
      () => {
        this.#pauses -= 1
        this.#wake()
      },
      backoffMs(attempts, this.#layout.tools.retries.random()),
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

function outcomesOf({ tables }: BatchWriteRowReply): readonly RowInBatchWriteRowReply[] {
  const [table] = tables
  return tables.length === 1 && table !== undefined
    ? table.rows
    : tables.flatMap(({ rows }) => rows)
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
