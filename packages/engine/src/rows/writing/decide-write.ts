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
  /** Nothing changes: an update that only deletes, on a row that does not exist. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly error: TablestoreError }

/**
 * Decides a write. `current` is the stored row, or undefined when there is none or the write does not
 * depend on it.
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
  // The table's maximum of versions may have been lowered since they were written.
  const cells = live && newestVersions(live, options.maxVersions)
  if (!existenceHolds(write, cells !== undefined)) return refused(errors.conditionCheckFail())
  if (!columnConditionHolds(write, cells ?? [], key)) return refused(errors.conditionCheckFail())
  // A blind put gets the clock's time as its stamp, even if the row happened to be read. So does a write
  // to an expired row, whether or not it has been removed yet.
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

/** The same, but an error thrown for the row becomes a refusal too. */
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

/**
 * On a table with generated keys, a write with a full key may only change an existing row, even with
 * IGNORE.
 */
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

/** A row as filters read it: its key columns, and the versions of each other column, the newest first. */
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

/** Whether the write depends on the current row. */
export const readsRow = (write: BoundWrite): boolean =>
  write.kind === 'UPDATE' ||
  write.rowExistence !== 'IGNORE' ||
  write.columnCondition !== undefined ||
  write.table.localIndexes.length > 0 ||
  rewritesOnly(write)

/**
 * The cost of a write: its own size in write units, and one read unit for a condition or an increment, as
 * the Java SDK's CapacityUnitTest measures. A failed condition costs one unit of each.
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
