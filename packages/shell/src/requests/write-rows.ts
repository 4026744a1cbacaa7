import { limits } from '@rowhouse/protocol'
import type { RequestOf } from '@rowhouse/snippets'
import type { Session } from '../session/session.js'

type Change = RequestOf<'BatchWriteRow'>['rows'][number]

export interface Written {
  readonly succeeded: number
  /** The service's texts for refused rows, each once. */
  readonly reasons: readonly string[]
}

/** Writes rows with one request; rows that are refused are counted by their reason. */
export async function writeRows(
  session: Session,
  table: string,
  rows: readonly Change[],
): Promise<Written> {
  const reply = await session.send({ operation: 'BatchWriteRow', table, rows })
  const results = reply.tables.flatMap((answered) => answered.rows)
  const refused = results.flatMap((row) =>
    row.isOk ? [] : [`${row.error.code}: ${row.error.message}`],
  )
  return { succeeded: results.length - refused.length, reasons: refused }
}

/** Splits rows into requests within the service's bounds of rows and bytes. */
export async function* inBatches(
  changes: AsyncIterable<{ readonly change: Change; readonly bytes: number }>,
): AsyncGenerator<readonly Change[], void, undefined> {
  let batch: Change[] = []
  let size = 0
  for await (const { change, bytes } of changes) {
    const isFull = batch.length >= limits.BATCH_WRITE_ROWS_MAX || size + bytes > BATCH_BYTES
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(change)
    size += bytes
  }
  if (batch.length > 0) yield batch
}

/** Half of a request's bound, because names and checksums are added. */
const BATCH_BYTES = 2 * 1_048_576
