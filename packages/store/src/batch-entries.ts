import { storeLimits } from './limits.js'
import type { Entry } from './key-value-store.js'

/**
 * How many entries the next batch of an iterator should have. Batches grow, because a scan that
 * reads on will probably go on reading, up to a bound on their bytes.
 */
export function nextBatchEntries(batch: readonly Entry[]): number {
  if (batch.length === 0) return 1
  let bytes = 0
  for (const entry of batch) bytes += entry.key.length + entry.value.length
  const fitting = Math.floor((storeLimits.ITERATOR_BATCH_BYTES * batch.length) / Math.max(bytes, 1))
  return Math.max(1, Math.min(batch.length * 2, fitting, storeLimits.ITERATOR_BATCH_ENTRIES_MAX))
}
