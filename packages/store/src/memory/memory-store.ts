import { systemClock, WorkTurns } from '@rowhouse/platform'
import { storeLimits } from '../limits.js'
import { nextBatchEntries } from '../batch-entries.js'
import type {
  Entry,
  EntryIterator,
  KeyRange,
  KeyValueStore,
  StoreMutation,
} from '../key-value-store.js'
import { readStamp, withStamp } from '../stamp.js'
import { ALL_CAPABILITIES } from '../store-capabilities.js'
import { OrderedTree, type TreeSnapshot, treeEntries } from './ordered-tree.js'

/**
 * The store of `--ephemeral` and of tests: a copy-on-write tree in memory. Nothing in it waits for a disk,
 * so a long scan or a large write would block the event loop: everything but gets is cut into turns.
 */
export function createMemoryStore(
  tree: OrderedTree = new OrderedTree(),
  turns: WorkTurns = new WorkTurns(systemClock),
): KeyValueStore {
  let written = Promise.resolve()
  const get = (key: Buffer): Buffer | undefined => tree.get(key)
  return {
    capabilities: ALL_CAPABILITIES,
    get,
    getMany: async (keys) => keys.map((key) => tree.get(key)),
    iterate: (range) => treeIterator(() => tree.snapshot(), range, turns),
    snapshot: () => {
      const snapshot = tree.snapshot()
      return { iterate: (range) => treeIterator(() => snapshot, range, turns), close: () => {} }
    },
    apply: (batch, stamp) => {
      written = written.then(() => applyInTurns(tree, withStamp(batch, stamp), turns))
      return written
    },
    stamp: () => readStamp({ get }),
    flush: async () => {},
    approximateSize: (start, end) => turns.once(() => tree.bytesBetween(start, end)),
    close: async () => {},
    figures: async () => ({ store_entries: tree.size }),
  }
}

/** Copies what it keeps, because keys and values are often views of far larger buffers. */
export function applyToTree(tree: OrderedTree, batch: readonly StoreMutation[]): void {
  for (const mutation of batch) {
    if (mutation.kind === 'put') tree.put(Buffer.from(mutation.key), Buffer.from(mutation.value))
    else if (mutation.kind === 'delete') tree.delete(mutation.key)
    else tree.deleteRange(Buffer.from(mutation.start), Buffer.from(mutation.end))
  }
}

/** A batch that takes more than one step is applied to a copy, which then replaces the tree. */
async function applyInTurns(
  tree: OrderedTree,
  batch: readonly StoreMutation[],
  turns: WorkTurns,
): Promise<void> {
  if (stepEnd(batch, 0) === batch.length) {
    await turns.once(() => applyToTree(tree, batch))
    return
  }
  const copy = new OrderedTree(tree.snapshot())
  for (let at = 0, end = 0; at < batch.length; at = end) {
    end = stepEnd(batch, at)
    const part = batch.slice(at, end)
    await turns.once(() => applyToTree(copy, part))
  }
  tree.become(copy.snapshot())
}

function stepEnd(batch: readonly StoreMutation[], from: number): number {
  const last = Math.min(from + storeLimits.MEMORY_STORE_STEP_ENTRIES, batch.length)
  let bytes = 0
  for (let at = from; at < last; at++) {
    const mutation = batch[at]
    bytes += mutation?.kind === 'put' ? mutation.value.length : 0
    if (bytes > storeLimits.MEMORY_STORE_STEP_BYTES) return at + 1
  }
  return last
}

function treeIterator(take: () => TreeSnapshot, range: KeyRange, turns: WorkTurns): EntryIterator {
  let snapshot: TreeSnapshot | undefined
  let { start, end } = range
  let after: Buffer | undefined
  let finished = false
  let isLarge = false
  let limit = range.batchEntries
  const { keyOffset = 0 } = range
  const read = (): readonly Entry[] => {
    if (finished) return []
    snapshot ??= take()
    const entries = treeEntries(snapshot, { start, end, reverse: range.reverse, after, limit })
    const last = entries.at(-1)
    finished = last === undefined
    if (last !== undefined && range.reverse) end = last.key
    else if (last !== undefined) after = start = last.key
    limit = nextBatchEntries(entries)
    return keyOffset === 0
      ? entries
      : entries.map(({ key, value }) => ({ key: key.subarray(keyOffset), value }))
  }
  return {
    next() {
      // A scan that goes on behind its first batch is large work.
      const lane = isLarge ? turns.large : turns
      isLarge = true
      return lane.once(read)
    },
    async close() {
      finished = true
      snapshot = undefined
    },
  }
}
