import type { KeyValueStore, StoreMutation } from '../key-value-store.js'
import { applyToTree, createMemoryStore } from '../memory/memory-store.js'
import { withStamp } from '../stamp.js'
import { OrderedTree, type TreeSnapshot } from '../memory/ordered-tree.js'

/**
 * A memory store that can be brought back as after a power cut: as of its last flush, and any number of the
 * batches since.
 */
export interface CrashableStore extends KeyValueStore {
  /** Batches that a crash may take away. */
  readonly unflushedBatches: number
  /** What a start finds when `kept` of the unflushed batches have survived. */
  afterCrash(kept: number): CrashableStore
}

export function createCrashableStore(from?: TreeSnapshot): CrashableStore {
  const tree = new OrderedTree(from)
  const store = createMemoryStore(tree)
  let flushed = tree.snapshot()
  let unflushed: (readonly StoreMutation[])[] = []
  const apply = async (batch: readonly StoreMutation[], stamp?: number): Promise<void> => {
    await store.apply(batch, stamp)
    unflushed.push(withStamp(batch, stamp).map(copyOf))
  }
  return {
    ...store,
    get unflushedBatches() {
      return unflushed.length
    },
    apply,
    // Nothing may rely on their order, so the last one comes first.
    async applyApart(batches, stamp) {
      for (const batch of batches.toReversed()) await apply(batch)
      await apply([], stamp)
    },
    async flush() {
      flushed = tree.snapshot()
      unflushed = []
    },
    afterCrash(kept) {
      const survivor = new OrderedTree(flushed)
      for (const batch of unflushed.slice(0, kept)) applyToTree(survivor, batch)
      return createCrashableStore(survivor.snapshot())
    },
  }
}

function copyOf(mutation: StoreMutation): StoreMutation {
  if (mutation.kind === 'deleteRange') {
    return { ...mutation, start: Buffer.from(mutation.start), end: Buffer.from(mutation.end) }
  }
  const key = Buffer.from(mutation.key)
  return mutation.kind === 'put'
    ? { kind: 'put', key, value: Buffer.from(mutation.value) }
    : { kind: 'delete', key }
}
