import { Space } from '../keys/spaces.js'
import { type Pace, unhurried } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { DamagedRowError, RowKind, decodeStoredRow, rowKind } from '../stored-rows/row-codec.js'
import type { Entry } from '@rowhouse/store'
import type { ExpiryBackfill } from '../tables/catalog-content.js'
import { sliceOf } from '../tables/entries-of.js'
import type { StoredCatalog } from '../tables/stored-catalog.js'
import type { Table } from '../tables/table-description.js'
import { type ChangeParts, coverRow, isCovered } from './expire-row.js'
import { settleBatch } from './row-batch.js'

/**
 * Rows of a table without a time to live have no expiry entries. When the table gets a time to live, a
 * backfill scans it once and adds them. The backfill begins when no write with the old options can still be
 * running, stores its progress in the catalogue and continues after a restart.
 */
export interface ExpiryBackfillWorker {
  runOnce(now: number, pace?: Pace): Promise<void>
  figures(): BackfillFigures
}

export interface BackfillFigures {
  readonly backfilledRows: number
  readonly damagedRows: number
}

export const createExpiryBackfillWorker = (
  engine: ChangeParts,
  catalog: StoredCatalog,
): ExpiryBackfillWorker => {
  let backfilledRows = 0
  let damagedRows = 0

  const coverSlice = async (
    table: Table,
    slice: readonly Entry[],
    pace: Pace,
  ): Promise<boolean> => {
    const uncovered = slice.filter((entry) => needsEntry(table, entry))
    for (let at = 0; at < uncovered.length; at += engineLimits.BACKGROUND_ROWS_AT_ONCE) {
      const together = uncovered.slice(at, at + engineLimits.BACKGROUND_ROWS_AT_ONCE)
      const covered = await settleBatch(together.map(({ key }) => coverRow(engine, table, key)))
      backfilledRows += covered.outcomes.filter(Boolean).length
      damagedRows += covered.damagedRows
      if (!(await pace.next())) return false
    }
    return pace.next()
  }

  const backfillTable = async (first: ExpiryBackfill, table: Table, pace: Pace): Promise<void> => {
    const end = Buffer.of(Space.ROWS + 1)
    let backfill: ExpiryBackfill | undefined = first
    while (backfill !== undefined) {
      const start = backfill.next ?? Buffer.of(Space.ROWS)
      const slice = await sliceOf(
        engine.store,
        table.description.id,
        start,
        end,
        engineLimits.BACKGROUND_SLICE_ROWS,
      )
      if (!(await coverSlice(table, slice, pace))) return
      const last = slice.at(-1)
      const next = last === undefined ? undefined : Buffer.concat([last.key, Buffer.of(0)])
      backfill = await catalog.advanceBackfill(backfill, next)
    }
  }

  return {
    figures: () => ({ backfilledRows, damagedRows }),
    runOnce: async (now, pace = unhurried) => {
      for (const backfill of catalog.backfills()) {
        if (now - backfill.since < engineLimits.EXPIRY_BACKFILL_GRACE_MS) continue
        const table = tableOf(catalog, backfill)
        if (table === undefined) await catalog.advanceBackfill(backfill, undefined)
        else await backfillTable(backfill, table, pace)
        if (!(await pace.next())) return
      }
    },
  }
}

const tableOf = (catalog: StoredCatalog, { instance, id }: ExpiryBackfill): Table | undefined =>
  catalog.list(instance).find(({ description }) => description.id === id)

/** A first check of the scanned row; the decision is made under the row's lock. */
const needsEntry = (table: Table, { value }: Entry): boolean => {
  try {
    const kind = rowKind(value)
    if (kind !== RowKind.WHOLE) return kind === RowKind.CHUNKED
    return !isCovered({ row: decodeStoredRow(value, table.names) })
  } catch (error) {
    // Damage is found again, and counted, when the row is handled, where it stops nothing but this row.
    if (error instanceof DamagedRowError) return true
    throw error
  }
}
