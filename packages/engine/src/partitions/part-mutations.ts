import type { StoreMutation } from '@rowhouse/store'
import { EntryHash } from './entry-hash.js'

const HASH = new EntryHash(0)

/**
 * Splits mutations into two batches that share no key and may therefore be applied in any order; each keeps
 * its own order. If a deleted range reaches into both, they stay one batch.
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
