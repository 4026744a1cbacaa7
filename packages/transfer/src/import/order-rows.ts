import type { Value } from '@rowhouse/client'
import type { ReadyRow } from './make-row.js'

export type RowOrder = 'sorted' | 'shuffled'

export interface OrderedRows {
  readonly rows: readonly ReadyRow[]
  /** The same rows sorted by key. */
  readonly sorted: readonly ReadyRow[]
  /** The number of rows that were left out because a later one has the same key. */
  readonly superseded: number
}

/** Sorts or shuffles rows; of rows with equal keys only the last is kept. */
export function orderRows(
  rows: readonly ReadyRow[],
  order: RowOrder,
  random: () => number,
): OrderedRows {
  const sorted = isSorted(rows) ? rows : rows.toSorted((a, b) => compareKeys(a.key, b.key))
  const last = sorted.filter((row, i) => {
    const next = sorted[i + 1]
    return next === undefined || compareKeys(row.key, next.key) !== 0
  })
  const ordered = order === 'sorted' ? last : shuffled(last, random)
  return { rows: ordered, sorted: last, superseded: rows.length - last.length }
}

/** Whether two sorted lists of rows have a key in common. */
export function shareKey(a: readonly ReadyRow[], b: readonly ReadyRow[]): boolean {
  let [i, j] = [0, 0]
  for (;;) {
    const [left, right] = [a[i], b[j]]
    if (left === undefined || right === undefined) return false
    const order = compareKeys(left.key, right.key)
    if (order === 0) return true
    if (order < 0) i += 1
    else j += 1
  }
}

function isSorted(rows: readonly ReadyRow[]): boolean {
  let previous: ReadyRow | undefined
  for (const row of rows) {
    if (previous !== undefined && compareKeys(previous.key, row.key) > 0) return false
    previous = row
  }
  return true
}

function shuffled(rows: readonly ReadyRow[], random: () => number): ReadyRow[] {
  const mixed = [...rows]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const [a, b] = [mixed[i], mixed[j]]
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a]
  }
  return mixed
}

export function compareKeys(a: readonly Value[], b: readonly Value[]): number {
  for (let i = 0; i < a.length; i++) {
    const order = compareValues(a[i], b[i])
    if (order !== 0) return order
  }
  return 0
}

function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (a === b) return 0
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : 1
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b)
  throw new TypeError('two values of one key column have different types')
}
