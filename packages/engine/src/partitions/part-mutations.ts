import type { StoreMutation } from '@rowhouse/store'
import { EntryHash } from './entry-hash.js'

const HASH = new EntryHash(0)

/**
 * Splits mutations into two batches that share no key and may therefore be applied in any order; each keeps
 * its own order. A batch with a deleted range stays whole, because the range may reach into both.
 */
export function partMutations(
  batch: readonly StoreMutation[],
): readonly (readonly StoreMutation[])[] {
  const even: StoreMutation[] = []
  const odd: StoreMutation[] = []
  for (const mutation of batch) {
    if (mutation.kind === 'deleteRange') return [batch]
    const { key } = mutation
    const half = (HASH.ofBytes(key, 0, key.length) & 1) === 0 ? even : odd
    half.push(mutation)
  }
  return [even, odd]
}
