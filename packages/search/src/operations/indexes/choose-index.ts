import type { Random } from '@rowhouse/platform'
import { type FoundIndex, foundIndex, indexOf } from './find-search-index.js'

/** Distributes the searches of an index between it and its reindex by their weights. */
export function chooseIndex(named: FoundIndex, random: Pick<Random, 'bytes'>): FoundIndex {
  const { table, index } = named
  // A search that names the reindex uses it.
  if (index.flowWeights.length === 0 || index.source !== undefined) return named
  const total = index.flowWeights.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return named
  let left = random.bytes(4).readUInt32LE() % total
  for (const { index: name, weight } of index.flowWeights) {
    left -= weight
    if (left >= 0) continue
    const chosen = indexOf(table, name)
    return chosen === undefined ? named : foundIndex(table, chosen)
  }
  return named
}
