import {
  CellOperation,
  type PlainBufferCell,
  VariantType,
  compareNames,
  errors,
  integerOf,
  integerVariant,
  variantType,
} from '@rowhouse/protocol'
import { expectDefined, invariant } from '@rowhouse/platform'
import type { StoredCell } from '../../stored-rows/stored-row.js'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/** The order of cells in a row: by name, then newest version first. */
export const compareCells = (a: StoredCell, b: StoredCell): number => {
  const names = compareNames(a.name, b.name)
  if (names !== 0) return names
  if (a.timestamp === b.timestamp) return 0
  return a.timestamp > b.timestamp ? -1 : 1
}

/**
 * The cells of a row that PutRow writes: sorted, one per name and timestamp (the last one given wins),
 * and only the newest maxVersions of each column.
 */
export const putCells = (
  cells: readonly PlainBufferCell[],
  stamp: bigint,
  maxVersions: number,
): StoredCell[] => {
  const stored = cells.map((cell) => toStored(cell, stamp))
  if (isStrictlyOrdered(stored)) return newestVersions(stored, maxVersions)
  // A stable sort keeps the order of arrival among equals, so the last of them is the one to keep.
  stored.sort(compareCells)
  const distinct = stored.filter((cell, index) => {
    const next = stored[index + 1]
    return next === undefined || compareCells(cell, next) !== 0
  })
  return newestVersions(distinct, maxVersions)
}

const toStored = (cell: PlainBufferCell, stamp: bigint): StoredCell => {
  invariant(cell.value !== undefined, 'a put has a value')
  return { name: cell.name, timestamp: cell.timestamp ?? stamp, value: cell.value }
}

const isStrictlyOrdered = (cells: readonly StoredCell[]): boolean => {
  for (let index = 1; index < cells.length; index++) {
    const before = cells[index - 1]
    const cell = cells[index]
    if (before === undefined || cell === undefined || compareCells(before, cell) >= 0) return false
  }
  return true
}

/** Keeps the newest maxVersions versions of each column. */
export const newestVersions = <Cells extends readonly StoredCell[]>(
  cells: Cells,
  maxVersions: number,
): Cells | StoredCell[] => {
  if (cells.length <= maxVersions) return cells
  // The cells of a column are adjacent, the newest first.
  if (!cells.some(({ name }, at) => cells[at - maxVersions]?.name === name)) return cells
  let name: string | undefined
  let versions = 0
  return cells.filter((cell) => {
    versions = cell.name === name ? versions + 1 : 1
    name = cell.name
    return versions <= maxVersions
  })
}

/** Applies the changes of an UpdateRow one after the other to the row's cells. */
export const updateCells = (
  current: readonly StoredCell[],
  changes: readonly PlainBufferCell[],
  stamp: bigint,
  maxVersions: number,
): StoredCell[] => {
  const touched = new Map<string, StoredCell[]>()
  for (const change of changes) touched.set(change.name, [])
  for (const cell of current) touched.get(cell.name)?.push(cell)
  for (const change of changes) {
    const versions = expectDefined(touched.get(change.name), 'a changed column has a list')
    touched.set(change.name, applyChange(versions, change, stamp))
  }
  const columns = [...touched]
  if (columns.length > 1) columns.sort(([a], [b]) => compareNames(a, b))
  const updated: StoredCell[] = []
  let next = 0
  for (const cell of current) {
    for (let column = columns[next]; column !== undefined; column = columns[++next]) {
      const [name, versions] = column
      if (compareNames(name, cell.name) >= 0) break
      pushNewest(updated, versions, maxVersions)
    }
    if (!touched.has(cell.name)) updated.push(cell)
  }
  for (const [, versions] of columns.slice(next)) pushNewest(updated, versions, maxVersions)
  return updated
}

const pushNewest = (
  cells: StoredCell[],
  versions: readonly StoredCell[],
  maxVersions: number,
): void => {
  const kept = Math.min(versions.length, maxVersions)
  for (let index = 0; index < kept; index++)
    cells.push(expectDefined(versions[index], 'a kept version is there'))
}

const applyChange = (
  versions: StoredCell[],
  change: PlainBufferCell,
  stamp: bigint,
): StoredCell[] => {
  switch (change.operation) {
    case undefined:
      return insertVersion(versions, toStored(change, stamp))
    case CellOperation.DELETE_ALL_VERSION:
      return []
    case CellOperation.DELETE_ONE_VERSION:
      return versions.filter((version) => version.timestamp !== change.timestamp)
    case CellOperation.INCREMENT:
      return insertVersion(versions, incremented(versions[0], change, stamp))
  }
}

const insertVersion = (versions: readonly StoredCell[], cell: StoredCell): StoredCell[] => {
  const others = versions.filter((version) => version.timestamp !== cell.timestamp)
  const at = others.findIndex((version) => version.timestamp < cell.timestamp)
  return at === -1 ? [...others, cell] : [...others.slice(0, at), cell, ...others.slice(at)]
}

/**
 * The next version of a counter. A missing column counts as 0. The new version is the newest one even
 * when a client has given the last one a timestamp ahead of the clock.
 */
const incremented = (
  latest: StoredCell | undefined,
  change: PlainBufferCell,
  stamp: bigint,
): StoredCell => {
  invariant(change.value !== undefined, 'an increment has an operand')
  if (latest === undefined) return { name: change.name, timestamp: stamp, value: change.value }
  if (variantType(latest.value) !== VariantType.INTEGER)
    throw errors.parameterInvalid(
      `Column ${change.name} is not an INTEGER and cannot be incremented.`,
    )
  const sum = integerOf(latest.value) + integerOf(change.value)
  if (sum < INT64_MIN || sum > INT64_MAX)
    throw errors.parameterInvalid(`The increment of column ${change.name} overflows INTEGER.`)
  const timestamp = latest.timestamp >= stamp ? latest.timestamp + 1n : stamp
  return { name: change.name, timestamp, value: integerVariant(sum) }
}
