import { engineLimits } from '../limits.js'
import type { CommitLog } from '../log/commit-log.js'
import type { KeyValueStore, StoreMutation } from '@rowhouse/store'
import { decodeMutations } from './commit-record.js'
import { partMutations } from './part-mutations.js'
import { sortMutations } from './sort-mutations.js'

/** Thrown when the store has lost more than replay can bring back. */
export class StoreBehindLogError extends Error {
  constructor(applied: number | undefined, checkpointed: number) {
    const reached = applied === undefined ? 'is empty' : `ends at position ${applied}`
    super(
      `The store is damaged: it ${reached}, and the commit log says that position ${checkpointed} was safe in it. Restore a backup.`,
    )
    this.name = 'StoreBehindLogError'
  }
}

/**
 * Thrown when the store is ahead of the log: new writes would get positions that the store already has, and
 * a restart would not replay them.
 */
export class StoreAheadOfLogError extends Error {
  constructor(applied: number, logEnd: number) {
    super(
      `The commit log ends at position ${logEnd}, and the store has everything up to ${applied}: the log folder is an old or another one. Put back the log folder that belongs to this data folder, or restore a backup.`,
    )
    this.name = 'StoreAheadOfLogError'
  }
}

/**
 * Brings the store up to the end of the log. Records are absolute results, so applying one twice is
 * harmless. Returns how many bytes of log were replayed.
 */
export async function replay(
  log: Pick<CommitLog, 'checkpointed' | 'start' | 'durableEnd' | 'read'>,
  store: KeyValueStore,
  batchBytes: number = engineLimits.REPLAY_BATCH_BYTES,
): Promise<number> {
  const known = await store.stamp()
  if ((known ?? 0) < log.checkpointed) throw new StoreBehindLogError(known, log.checkpointed)
  // Nothing reaches the store before it is synced in the log, not even with relaxed durability.
  if (known !== undefined && known > log.durableEnd)
    throw new StoreAheadOfLogError(known, log.durableEnd)
  const from = known ?? log.start
  if (known === log.durableEnd) return 0
  let batch: StoreMutation[] = []
  let bytes = 0
  /** The store has all records up to here once `applying` resolves. */
  let end = from
  let applying: Promise<void> = Promise.resolve()
  for await (const record of log.read(from)) {
    for (const mutation of decodeMutations(record.payload)) batch.push(mutation)
    bytes += record.payload.length
    if (bytes < batchBytes) continue
    const apart = store.applyApart === undefined ? [batch] : partMutations(batch)
    const parts = apart.map(sortMutations)
    await applying
    applying = applyParts(store, parts, end)
    // A failure is reported when the promise is awaited; until then the next records are read.
    applying.catch(() => {})
    end = record.end
    batch = []
    bytes = 0
  }
  await applying
  await store.apply(sortMutations(batch), log.durableEnd)
  return log.durableEnd - from
}

/** Applies the parts in parallel if the store can: writing to it is most of the work. */
async function applyParts(
  store: KeyValueStore,
  parts: readonly (readonly StoreMutation[])[],
  applied: number,
): Promise<void> {
  if (store.applyApart !== undefined) await store.applyApart(parts, applied)
  else for (const part of parts) await store.apply(part, applied)
}
