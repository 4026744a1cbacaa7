import { setTimeout as delay } from 'node:timers/promises'
import {
  batchWriteRow,
  encodeRow,
  integerVariant,
  stringVariant,
  type RowInBatchWriteRowRequest,
} from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { requestSigner } from '../workloads/signed-request.js'
import type { KeyPattern } from './key-patterns.js'
import { ORDER_COLUMN, PARTITION_KEY, tableNameOf } from './pattern-table.js'

const WRITERS = 8
const ROWS_PER_BATCH = 50
/** Refused rows are sent again after a pause of at most this. */
const PAUSE_MS = 20
const VALUE = stringVariant('x'.repeat(200))
const THROTTLED = 'OTSNotEnoughCapacityUnit'

export interface WriteFigures {
  readonly rowsPerSecond: number
  /** The share of refused rows among all that were sent, retries included. */
  readonly refusedShare: number
}

export interface WriteOptions {
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** Writers that send refused rows again together with new ones, as an SDK's writer does. */
export async function writePattern(
  endpoint: Endpoint,
  pattern: KeyPattern,
  { warmUpSeconds, seconds }: WriteOptions,
): Promise<WriteFigures> {
  const counts = { nth: 0, accepted: 0, refused: 0 }
  let isOver = false
  const writers = Array.from({ length: WRITERS }, () =>
    write(endpoint, pattern, counts, () => isOver),
  )
  const running = Promise.all(writers)
  const time = async (): Promise<WriteFigures> => {
    await delay(warmUpSeconds * 1000)
    const before = { ...counts }
    const startedAt = performance.now()
    await delay(seconds * 1000)
    const took = (performance.now() - startedAt) / 1000
    const accepted = counts.accepted - before.accepted
    const refused = counts.refused - before.refused
    return {
      rowsPerSecond: accepted / took,
      refusedShare: refused / Math.max(1, accepted + refused),
    }
  }
  try {
    // Writers end early only when one has failed.
    return await Promise.race([time(), running.then(endedEarly)])
  } finally {
    isOver = true
    await running
  }
}

function endedEarly(): never {
  throw new Error('The writers ended before the time was over')
}

async function write(
  endpoint: Endpoint,
  pattern: KeyPattern,
  counts: { nth: number; accepted: number; refused: number },
  isOver: () => boolean,
): Promise<void> {
  const connection = new RequestingConnection(endpoint)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  let pending: number[] = []
  try {
    while (!isOver()) {
      while (pending.length < ROWS_PER_BATCH) pending.push(counts.nth++)
      const bytes = sign('BatchWriteRow', batchOf(pattern, pending))
      const { status, body } = await connection.request(bytes)
      if (status !== 200) throw new Error(`BatchWriteRow answered ${status}: ${body.toString()}`)
      const refused = refusedOf(body, pending)
      counts.accepted += pending.length - refused.length
      counts.refused += refused.length
      pending = refused
      if (refused.length > 0) await delay(Math.random() * PAUSE_MS)
    }
  } finally {
    connection.close()
  }
}

function refusedOf(body: Buffer, sent: readonly number[]): number[] {
  const rows = batchWriteRow.decodeReply(body).tables[0]?.rows ?? []
  return sent.filter((_, index) => {
    const row = rows[index]
    if (row === undefined) throw new Error('The reply lacks rows')
    if (row.isOk) return false
    if (row.error.code !== THROTTLED) throw new Error(`${row.error.code}: ${row.error.message}`)
    return true
  })
}

function batchOf(pattern: KeyPattern, rows: readonly number[]): Buffer {
  return batchWriteRow.encodeRequest({
    tables: [
      { tableName: tableNameOf(pattern), rows: rows.map((nth) => putOf(pattern.keyOf(nth), nth)) },
    ],
    transactionId: undefined,
    isAtomic: false,
  })
}

function putOf(key: string, nth: number): RowInBatchWriteRowRequest {
  const cell = { operation: undefined, timestamp: undefined }
  const rowChange = encodeRow({
    primaryKey: [
      { ...cell, name: PARTITION_KEY, value: stringVariant(key) },
      { ...cell, name: ORDER_COLUMN, value: integerVariant(BigInt(nth)) },
    ],
    cells: [{ ...cell, name: 'detail', value: VALUE }],
    deleteMarker: false,
  })
  return {
    type: 'PUT',
    rowChange,
    condition: { rowExistence: 'IGNORE', columnCondition: undefined },
    returnContent: undefined,
  }
}
