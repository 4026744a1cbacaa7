import {
  type CapacityUnit,
  CellOperation,
  type PlainBufferCell,
  TablestoreError,
  type Variant,
  errors,
} from '@rowhouse/protocol'
import type { VersionsOf } from '../../conditions/compile-filter.js'
import {
  deletedColumnBytes,
  primaryKeyBytes,
  unitsOf,
  valueBytes,
} from '../../capacity/capacity-units.js'
import { liveCells } from '../../stored-rows/expiry-rules.js'
import { newestVersions, putCells, updateCells } from './change-cells.js'
import type { BoundWrite } from './bound-write.js'
import type { StoredCell, StoredRow } from '../../stored-rows/stored-row.js'

/** What a write does to the row, decided under the row's lock. `row` undefined means "no such row". */
export type Decision =
  | { readonly kind: 'write'; readonly row: StoredRow | undefined; readonly stamp: bigint }
  /** The row stays as it is: an update that only deletes, on a row that is not there. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly error: TablestoreError }

/**
 * Decides on what is known of the row: `current` is its stored form, or undefined when there is none or
 * when the write does not need to know.
 */
export const decideWrite = (
  write: BoundWrite,
  current: StoredRow | undefined,
  key: readonly Variant[],
  nowMilliseconds: number,
): Decision => {
  const { options } = write.table.description
  const live =
    current === undefined ? undefined : liveCells(current, options.timeToLive, nowMilliseconds)
  // The table may keep fewer than when they were written.
  const cells = live && newestVersions(live, options.maxVersions)
  if (!existenceHolds(write, cells !== undefined)) return refused(errors.conditionCheckFail())
  if (!columnConditionHolds(write, cells ?? [], key)) return refused(errors.conditionCheckFail())
  // A blind put takes the clock, also when the row happens to have been read; so does a write of a row
  // that has expired, whether or not it has been removed yet.
  const known = readsRow(write) && cells !== undefined ? current : undefined
  const stamp = nextStamp(known, nowMilliseconds)
  switch (write.kind) {
    case 'DELETE':
      return { kind: 'write', row: undefined, stamp }
    case 'PUT':
      return written(putCells(write.cells, stamp, options.maxVersions), stamp, current)
    case 'UPDATE': {
      if (cells === undefined && !write.cells.some(createsRow)) return { kind: 'nothing' }
      const updated = updateCells(cells ?? [], write.cells, stamp, options.maxVersions)
      return written(updated, stamp, current)
    }
  }
}

/** The same, where what is wrong with the row is a refusal too. */
export const attemptWrite = (
  write: BoundWrite,
  current: StoredRow | undefined,
  key: readonly Variant[],
  nowMilliseconds: number,
): Decision => {
  try {
    return decideWrite(write, current, key, nowMilliseconds)
  } catch (error) {
    if (!(error instanceof TablestoreError)) throw error
    return refused(error)
  }
}

const refused = (error: TablestoreError): Decision => ({ kind: 'refused', error })

const written = (
  cells: readonly StoredCell[],
  stamp: bigint,
  current: StoredRow | undefined,
): Decision => ({
  kind: 'write',
  stamp,
  row: { stamp, cells, expiryHour: current?.expiryHour },
})

/** Two writes of one row never share a server timestamp, even within one millisecond. */
const nextStamp = (current: StoredRow | undefined, nowMilliseconds: number): bigint => {
  const now = BigInt(nowMilliseconds)
  return current === undefined || current.stamp < now ? now : current.stamp + 1n
}

/** A full key on a table with generated keys rewrites an existing row only, whatever IGNORE says. */
const existenceHolds = (write: BoundWrite, exists: boolean): boolean => {
  switch (write.rowExistence) {
    case 'EXPECT_EXIST':
      return exists
    case 'EXPECT_NOT_EXIST':
      return !exists
    case 'IGNORE':
      return exists || !rewritesOnly(write)
  }
}

export const rewritesOnly = (write: BoundWrite): boolean =>
  write.kind !== 'DELETE' &&
  write.generatedColumn === undefined &&
  write.table.description.primaryKey.some((column) => column.autoIncrement)

const columnConditionHolds = (
  write: BoundWrite,
  cells: readonly StoredCell[],
  key: readonly Variant[],
): boolean => {
  if (write.columnCondition === undefined) return true
  return write.columnCondition.holds(versionsOf(write.table.description.primaryKey, key, cells))
}

/** How a filter sees a row: its key columns and the versions of each column, newest first. */
export const versionsOf = (
  schema: readonly { readonly name: string }[],
  key: readonly Variant[],
  cells: readonly StoredCell[],
): VersionsOf => {
  return (name) => {
    const position = schema.findIndex((column) => column.name === name)
    const keyValue = key[position]
    if (keyValue !== undefined) return [keyValue]
    const versions = cells.filter((cell) => cell.name === name).map((cell) => cell.value)
    return versions.length === 0 ? undefined : versions
  }
}

const createsRow = (cell: PlainBufferCell): boolean =>
  cell.operation === undefined || cell.operation === CellOperation.INCREMENT

/** Whether the write must know the row as it is. */
export const readsRow = (write: BoundWrite): boolean =>
  write.kind === 'UPDATE' ||
  write.rowExistence !== 'IGNORE' ||
  write.columnCondition !== undefined ||
  write.table.localIndexes.length > 0 ||
  rewritesOnly(write)

/**
 * What a write costs: its own size in write units, and one read unit when it had to look at the row, as
 * the Java SDK's CapacityUnitTest measures. A failed condition costs one of each.
 */
export const writeCost = (write: BoundWrite, key: readonly Variant[]): CapacityUnit => {
  let bytes = primaryKeyBytes(write.table.description.primaryKey, key)
  for (const cell of write.cells) bytes += cellBytes(cell)
  return { read: isCharged(write) ? 1 : 0, write: unitsOf(bytes) }
}

const cellBytes = (cell: PlainBufferCell): number =>
  cell.value === undefined
    ? deletedColumnBytes(cell.name, cell.timestamp !== undefined)
    : Buffer.byteLength(cell.name) + valueBytes(cell.value)

const isCharged = (write: BoundWrite): boolean =>
  write.rowExistence !== 'IGNORE' ||
  write.columnCondition !== undefined ||
  write.cells.some((cell) => cell.operation === CellOperation.INCREMENT)

export const REFUSED_COST: CapacityUnit = { read: 1, write: 1 }
