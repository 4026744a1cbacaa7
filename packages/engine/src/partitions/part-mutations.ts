import type { StoreMutation } from '../store/key-value-store.js'
import { EntryHash } from './entry-hash.js'

const HASH = new EntryHash(0)

/**
 * The same mutations as two batches that share no key, so that nobody needs to know which of them comes
 * first; in each the order is kept. A deleted range may reach into both: then they stay one.
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
