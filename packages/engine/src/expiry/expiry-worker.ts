import { Space } from '../keys/spaces.js'
import { type Pace, unhurried } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { oldestLiveTimestamp } from '../stored-rows/expiry-rules.js'
import type { Entry } from '@rowhouse/store'
import { sliceOf } from '../tables/entries-of.js'
import type { Catalog } from '../tables/catalog.js'
import type { Table } from '../tables/table-description.js'
import { type ExpiryParts, expireRow } from './expire-row.js'
import { settleBatch } from './row-batch.js'

const MILLISECONDS_PER_HOUR = 3_600_000n
/** Space byte and hour; the row's key without its space byte follows. */
const ENTRY_HEADER_BYTES = 5

export interface ExpiryFigures {
  readonly expiredVersions: number
  readonly expiredRows: number
  readonly handledEntries: number
  readonly damagedRows: number
}

/**
 * Removes expired versions. It reads only the expiry buckets that are due by the table's time to live,
 * never rows that are alive. Expired versions are invisible anyway; this frees their space.
 */
export interface ExpiryWorker {
  runOnce(now: number, pace?: Pace): Promise<ExpiryFigures>
  /** Totals since the start, for the metrics page. */
  figures(): ExpiryFigures
}

type Totals = { -readonly [Figure in keyof ExpiryFigures]: number }

export const createExpiryWorker = (
  engine: ExpiryParts & { readonly catalog: Catalog },
): ExpiryWorker => {
  const totals: Totals = {
    expiredVersions: 0,
    expiredRows: 0,
    handledEntries: 0,
    damagedRows: 0,
  }

  const expireSlice = async (
    table: Table,
    slice: readonly Entry[],
    now: number,
    pace: Pace,
  ): Promise<boolean> => {
    for (let at = 0; at < slice.length; at += engineLimits.BACKGROUND_ROWS_AT_ONCE) {
      const together = slice.slice(at, at + engineLimits.BACKGROUND_ROWS_AT_ONCE)
      const { outcomes, damagedRows } = await settleBatch(
        together.map(({ key }) =>
          expireRow(engine, table, rowKeyOf(key), key.readUInt32BE(1), now),
        ),
      )
      totals.damagedRows += damagedRows
      totals.handledEntries += outcomes.length
      for (const { expiredVersions, expiredRow } of outcomes) {
        totals.expiredVersions += expiredVersions
        if (expiredRow) totals.expiredRows += 1
      }
      if (!(await pace.next())) return false
    }
    return true
  }

  /** Returns false when the run should end. */
  const expireTable = async (table: Table, now: number, pace: Pace): Promise<boolean> => {
    const dueHour = dueHourOf(table, now)
    if (dueHour <= 0) return true
    const end = bucketStart(dueHour)
    let start = bucketStart(0)
    for (;;) {
      const slice = await sliceOf(
        engine.store,
        table.description.id,
        start,
        end,
        engineLimits.BACKGROUND_SLICE_ROWS,
      )
      const last = slice.at(-1)
      if (last === undefined) return true
      if (!(await expireSlice(table, slice, now, pace))) return false
      start = Buffer.concat([last.key, Buffer.of(0)])
    }
  }

  return {
    figures: () => ({ ...totals }),
    runOnce: async (now, pace = unhurried) => {
      const before = { ...totals }
      for (const table of engine.catalog.all()) {
        if (!(await expireTable(table, now, pace))) break
      }
      return difference(totals, before)
    },
  }
}

/** Buckets below this hour are due; 0 when nothing expires. */
const dueHourOf = (table: Table, now: number): number => {
  const oldest = oldestLiveTimestamp(table.description.options.timeToLive, now)
  return oldest === undefined || oldest <= 0n ? 0 : Number(oldest / MILLISECONDS_PER_HOUR)
}

const bucketStart = (hour: number): Buffer => {
  const start = Buffer.alloc(ENTRY_HEADER_BYTES)
  start[0] = Space.EXPIRY
  start.writeUInt32BE(hour, 1)
  return start
}

const rowKeyOf = (entryKey: Buffer): Buffer => {
  const key = Buffer.from(entryKey.subarray(ENTRY_HEADER_BYTES - 1))
  key[0] = Space.ROWS
  return key
}

const difference = (now: Totals, before: Totals): ExpiryFigures => ({
  expiredVersions: now.expiredVersions - before.expiredVersions,
  expiredRows: now.expiredRows - before.expiredRows,
  handledEntries: now.handledEntries - before.handledEntries,
  damagedRows: now.damagedRows - before.damagedRows,
})
