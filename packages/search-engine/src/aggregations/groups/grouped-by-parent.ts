import { outOfRange } from '@rowhouse/platform'
import type { PairTable } from './pair-table.js'

/** The numbers of all pairs, grouped by the first of each pair. */
export function groupedByParent(groups: PairTable): Uint32Array[] {
  let parents = 0
  for (let bucket = 0; bucket < groups.size; bucket++) {
    parents = Math.max(parents, groups.first(bucket) + 1)
  }
  const starts = new Uint32Array(parents + 1)
  for (let bucket = 0; bucket < groups.size; bucket++) {
    const parent = groups.first(bucket) + 1
    starts[parent] = (starts[parent] ?? outOfRange()) + 1
  }
  for (let parent = 0; parent < parents; parent++) {
    starts[parent + 1] = (starts[parent + 1] ?? outOfRange()) + (starts[parent] ?? outOfRange())
  }
  const ordered = new Uint32Array(groups.size)
  const next = starts.slice()
  for (let bucket = 0; bucket < groups.size; bucket++) {
    const parent = groups.first(bucket)
    const at = next[parent] ?? outOfRange()
    ordered[at] = bucket
    next[parent] = at + 1
  }
  return Array.from({ length: parents }, (_, parent) =>
    ordered.subarray(starts[parent] ?? outOfRange(), starts[parent + 1] ?? outOfRange()),
  )
}
