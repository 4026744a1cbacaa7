import { outOfRange } from '@rowhouse/platform'
import { compareKeys } from '../../compare-keys.js'
import type { OpenTable, Run } from './store-version.js'

/** The only table of a run that may have the key. */
export function findTable(run: Run, key: Buffer): OpenTable | undefined {
  if (run.from.length > 0 && compareKeys(run.from, key) > 0) return undefined
  const at = firstEndingAt(run, key)
  const table = run.tables[at]?.part
  return table !== undefined && compareKeys(table.record.firstKey, key) <= 0 ? table : undefined
}

/** Where the keys of a run begin that are not below `start`. */
export function startWithin({ from }: Run, start: Buffer | undefined): Buffer | undefined {
  if (from.length === 0) return start
  return start === undefined || from.compare(start) > 0 ? from : start
}

/** The tables of a run that have keys of a range, in the order of their keys. */
export function tablesWithin(
  run: Run,
  start: Buffer | undefined,
  end: Buffer | undefined,
): readonly OpenTable[] {
  const first = startWithin(run, start)
  const found: OpenTable[] = []
  for (let at = first === undefined ? 0 : firstEndingAt(run, first); at < run.tables.length; at++) {
    const { part } = run.tables[at] ?? outOfRange()
    if (end !== undefined && part.record.firstKey.compare(end) >= 0) break
    found.push(part)
  }
  return found
}

/** The first table whose last key is not below this one. */
function firstEndingAt({ tables }: Run, key: Buffer): number {
  let [low, high] = [0, tables.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys((tables[middle] ?? outOfRange()).part.record.lastKey, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}
