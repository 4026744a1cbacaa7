import { setTimeout } from 'node:timers/promises'
import { CallError } from '../errors.js'
import type { BatchResult } from '../rows/batch-result.js'
import { backoffMs } from './backoff.js'
import type { CallOptions } from './caller.js'
import type { RetryBudget } from './retry-budget.js'
import { mayRetry } from './retry-policy.js'

/** The bounds of retries, which rows of batches share with calls. */
export interface RowRetries {
  readonly budget: RetryBudget
  readonly retries: number
  readonly timeoutMs: number
  /** From 0 to 1. */
  readonly random: () => number
}

/** One batch: its operation, its first results in the order of its rows, and how to send some again. */
export interface AnsweredBatch<Row> {
  readonly operation: string
  readonly results: BatchResult<Row>[]
  /** When the batch was sent first, by `performance.now`. */
  readonly begun: number
  readonly options: CallOptions
  /** Whether all rows are written or none: then all of them are sent again, or none. */
  readonly isAtomic: boolean
  readonly send: (rows: readonly number[], options: CallOptions) => Promise<BatchResult<Row>[]>
}

/**
 * A batch is answered although some of its rows were refused, for instance because their partition was busy.
 * Those that may be tried again are sent again, alone, until the call's time or its retries are used up. A
 * row that was never taken keeps its last refusal; a request without an answer is the failure of its rows.
 */
export async function resendRows<Row>(
  batch: AnsweredBatch<Row>,
  { budget, retries, timeoutMs, random }: RowRetries,
): Promise<BatchResult<Row>[]> {
  const { results, begun, options, send } = batch
  const end = begun + (options.timeoutMs ?? timeoutMs)
  for (let failures = 1; failures <= retries; failures++) {
    const rows = refusedRows(batch)
    if (rows.length === 0) break
    const pause = backoffMs(failures, random())
    const leftMs = Math.floor(end - performance.now() - pause)
    if (leftMs < 1 || !budget.take()) break
    if (!(await waited(pause, options.signal))) break
    const again = await send(rows, { ...options, timeoutMs: leftMs }).catch((error: unknown) =>
      failed<Row>(rows.length, error),
    )
    for (const [nth, row] of rows.entries()) {
      const result = again[nth]
      if (result !== undefined) results[row] = result
    }
  }
  return results
}

function refusedRows<Row>({ operation, results, isAtomic }: AnsweredBatch<Row>): number[] {
  const rows: number[] = []
  for (let row = 0; row < results.length; row++) {
    const result = results[row]
    if (result === undefined || result.isOk) continue
    if (mayRetry(operation, { ...result.error, wasNotSent: false })) rows.push(row)
  }
  return isAtomic && rows.length < results.length ? [] : rows
}

/** Returns false when the caller has given the call up meanwhile. */
const waited = (milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> =>
  setTimeout(milliseconds, true, signal && { signal }).catch(() => false)

/** What each row of a request without an answer has failed with. */
function failed<Row>(rows: number, error: unknown): BatchResult<Row>[] {
  if (!(error instanceof CallError)) throw error
  const { code, message, requestId } = error
  return Array.from({ length: rows }, () => ({ isOk: false, error: { code, message, requestId } }))
}
