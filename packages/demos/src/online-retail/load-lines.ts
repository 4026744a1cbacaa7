import { setTimeout as wait } from 'node:timers/promises'
import type TableStore from 'tablestore'
import {
  type RetryPolicy,
  codeOf,
  defaultRetryPolicy,
  delayBefore,
  isRetryable,
} from '../sdk/retry.js'
import type { OrderLine } from './order-line.js'
import { TABLE_NAME, toRowChange } from './order-table.js'

/** The service's bound for one BatchWriteRow. */
export const ROWS_PER_BATCH = 200

/** What of the SDK the loader needs. */
export type BatchWriter = Pick<TableStore.Client, 'batchWriteRow'>

export interface LoadOptions {
  readonly client: BatchWriter
  readonly lines: AsyncIterable<OrderLine>
  /** Batches on their way at once; also the bound on what is held in memory. */
  readonly concurrency: number
  readonly onRows: (rows: number) => void
  readonly retry?: RetryPolicy
}

export interface LoadResult {
  readonly rows: number
  readonly batches: number
  readonly retriedRows: number
}

/**
 * Writes every line. Puts of whole rows may be repeated without harm, so anything that could have been
 * lost is sent again; what cannot succeed ends the load at once.
 */
export const loadLines = async (options: LoadOptions): Promise<LoadResult> => {
  const batches = batchesOf(options.lines)
  const counters = { rows: 0, batches: 0, retriedRows: 0 }
  const writer = async (): Promise<void> => {
    for (;;) {
      const next = await batches.next()
      if (next.done === true) return
      counters.retriedRows += await writeBatch(options, next.value)
      counters.rows += next.value.length
      counters.batches += 1
      options.onRows(next.value.length)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.concurrency }, writer))
  } finally {
    await batches.return(undefined)
  }
  return counters
}

/** Calls of `next` on an asynchronous generator queue up, so several writers may share it. */
async function* batchesOf(
  lines: AsyncIterable<OrderLine>,
): AsyncGenerator<TableStore.RowChange[], undefined> {
  let batch: TableStore.RowChange[] = []
  for await (const line of lines) {
    batch.push(toRowChange(line))
    if (batch.length === ROWS_PER_BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
  return undefined
}

/** Resolves to the number of rows that had to be sent again. */
const writeBatch = async (
  options: LoadOptions,
  batch: readonly TableStore.RowChange[],
): Promise<number> => {
  const policy = options.retry ?? defaultRetryPolicy
  let retriedRows = 0
  let pending = batch
  for (let attempt = 1; ; attempt++) {
    const failed = await tryBatch(options.client, pending)
    if (failed.rows.length === 0) return retriedRows
    if (attempt === policy.attempts) {
      throw new Error(`gave up after ${attempt} attempts: ${failed.reason}`)
    }
    retriedRows += failed.rows.length
    pending = failed.rows
    await wait(delayBefore(attempt, policy))
  }
}

interface FailedRows {
  readonly rows: readonly TableStore.RowChange[]
  readonly reason: string
}

/** Rows worth another attempt; throws when any of them is not. */
const tryBatch = async (
  client: BatchWriter,
  rows: readonly TableStore.RowChange[],
): Promise<FailedRows> => {
  let reply: Awaited<ReturnType<BatchWriter['batchWriteRow']>>
  try {
    reply = await client.batchWriteRow({ tables: [{ tableName: TABLE_NAME, rows }] })
  } catch (error) {
    const code = codeOf(error)
    if (!isRetryable(code)) throw error
    return { rows, reason: code }
  }
  if (reply.tables.length !== rows.length) {
    throw new Error(`a batch of ${rows.length} rows was answered with ${reply.tables.length}`)
  }
  let reason = ''
  const failed = rows.filter((_row, index) => {
    const answer = reply.tables[index]
    if (answer === undefined || answer.isOk) return false
    reason = `${answer.errorCode ?? ''} ${answer.errorMessage ?? ''}`.trim()
    if (!isRetryable(answer.errorCode ?? '')) throw new Error(`a row was refused: ${reason}`)
    return true
  })
  return { rows: failed, reason }
}
