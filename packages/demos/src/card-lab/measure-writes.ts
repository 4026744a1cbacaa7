import { setTimeout as wait } from 'node:timers/promises'
import { type Client, defineTable, operations } from '@rowhouse/client'
import {
  type PartitionRange,
  type Variant,
  infMax,
  infMin,
  stringVariant,
} from '@rowhouse/protocol'
import type { HoldPartitions } from './lab.js'
import type { Swipe } from './swipes.js'

/** A table whose partitions are made with it, and the rows that are written to it, in their order. */
export interface MeasuredTable {
  readonly name: string
  /** Where the partitions begin, except for the first. */
  readonly splits: readonly string[]
  /** Write units that are reserved; each partition has its part of them. */
  readonly reservedWrite: number
  readonly keyOf: (swipe: Swipe) => string
  /** Purchases without an end. */
  readonly next: () => Swipe
}

export interface MeasureTimes {
  /** Until the units that a new table has saved up are spent. */
  readonly warmUpMs: number
  readonly measuredMs: number
}

export interface MeasuredRate {
  readonly rowsPerSecond: number
  /** Of the reserved units, what the keys could use. */
  readonly usedShare: number
  /** Of the rows that were sent, those that a partition refused. */
  readonly refusedShare: number
  readonly limit: RateLimit
}

/** What kept the rate where it is: all that is reserved, one partition, or how fast rows were sent. */
export type RateLimit = 'reserved' | 'partition' | 'writers'

/** Writers that a partition holds up send its rows again and again, so that most are refused. */
const REFUSED_SHARE_MIN = 0.1
const RESERVED_SHARE_MIN = 0.95

export function limitOf(usedShare: number, refusedShare: number): RateLimit {
  if (refusedShare < REFUSED_SHARE_MIN) return 'writers'
  return usedShare < RESERVED_SHARE_MIN ? 'partition' : 'reserved'
}

export const QUICK: MeasureTimes = { warmUpMs: 2_000, measuredMs: 3_000 }

const WRITERS = 8
const ROWS_PER_BATCH = 50
const PAUSE_MS = 20
const THROTTLED = 'OTSNotEnoughCapacityUnit'

const tableOf = (name: string) =>
  defineTable({
    name,
    key: { key: 'string', device: 'integer', order: 'integer' },
    columns: { card: 'integer', time: 'integer', fen: 'integer' },
  })

/**
 * How many rows a second a table takes from eight writers that send refused rows again, as an SDK does. The
 * server must throttle partitions, or `hold` must make it. The table is dropped before and after.
 */
export async function measureWrites(
  client: Client,
  measured: MeasuredTable,
  { warmUpMs, measuredMs }: MeasureTimes,
  hold?: HoldPartitions,
): Promise<MeasuredRate> {
  await createSplit(client, measured)
  await hold?.(measured.name)
  const counts = { accepted: 0, refused: 0 }
  let isOver = false
  const writers = Promise.all(
    Array.from({ length: WRITERS }, () => write(client, measured, counts, () => isOver)),
  )
  const timing = async (): Promise<MeasuredRate> => {
    await wait(warmUpMs)
    const before = { ...counts }
    const begin = performance.now()
    await wait(measuredMs)
    const seconds = (performance.now() - begin) / 1_000
    const accepted = counts.accepted - before.accepted
    const refused = counts.refused - before.refused
    const rowsPerSecond = accepted / seconds
    const usedShare = rowsPerSecond / measured.reservedWrite
    const refusedShare = refused / Math.max(1, accepted + refused)
    const limit = limitOf(usedShare, refusedShare)
    return { rowsPerSecond, usedShare, refusedShare, limit }
  }
  try {
    return await Promise.race([timing(), writers.then(endedEarly)])
  } finally {
    isOver = true
    await writers
    await client.deleteTable(measured.name)
  }
}

function endedEarly(): never {
  throw new Error('the writers ended before the time was over')
}

async function createSplit(client: Client, measured: MeasuredTable): Promise<void> {
  const { name, splits, reservedWrite } = measured
  if ((await client.tableNames()).includes(name)) await client.deleteTable(name)
  const bounds: Variant[] = [infMin(), ...splits.map(stringVariant), infMax()]
  const partitions = bounds.slice(0, -1).map((begin, at): PartitionRange => {
    return { begin, end: bounds[at + 1] ?? infMax() }
  })
  await client.call(operations.createTable, {
    tableMeta: {
      tableName: name,
      primaryKey: [
        { name: 'key', type: 'STRING', autoIncrement: false },
        { name: 'device', type: 'INTEGER', autoIncrement: false },
        { name: 'order', type: 'INTEGER', autoIncrement: false },
      ],
      definedColumns: [],
    },
    reservedThroughput: { read: 0, write: reservedWrite },
    tableOptions: {
      timeToLive: -1,
      maxVersions: 1,
      deviationCellVersionInSec: undefined,
      allowUpdate: undefined,
      updateFullRow: undefined,
    },
    partitions,
    streamSpec: undefined,
    indexMetas: [],
    enableLocalTxn: false,
    sseSpec: undefined,
  })
}

async function write(
  client: Client,
  { name, keyOf, next }: MeasuredTable,
  counts: { accepted: number; refused: number },
  isOver: () => boolean,
): Promise<void> {
  const table = client.table(tableOf(name))
  let pending: Swipe[] = []
  while (!isOver()) {
    while (pending.length < ROWS_PER_BATCH) pending.push(next())
    const results = await table.writeMany(
      pending.map((swipe) => ({
        put: {
          key: keyOf(swipe),
          device: BigInt(swipe.device),
          order: BigInt(swipe.order),
          card: BigInt(swipe.card),
          time: BigInt(swipe.time),
          fen: BigInt(swipe.fen),
        },
      })),
      // Refused rows are counted, so that they are sent again here.
      { resendsRows: false },
    )
    const refused = pending.filter((_, at) => {
      const result = results[at]
      if (result === undefined || result.isOk) return false
      if (result.error.code !== THROTTLED) throw new Error(result.error.message)
      return true
    })
    counts.accepted += pending.length - refused.length
    counts.refused += refused.length
    pending = refused
    if (refused.length > 0) await wait(Math.random() * PAUSE_MS)
  }
}
