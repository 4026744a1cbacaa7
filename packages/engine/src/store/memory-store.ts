import { nextBatchEntries } from './batch-entries.js'
import type {
  Entry,
  EntryIterator,
  KeyRange,
  KeyValueStore,
  StoreMutation,
} from './key-value-store.js'
import { OrderedTree, type TreeSnapshot, treeEntries } from './ordered-tree.js'

/** The store of `--ephemeral` and of tests: a copy-on-write tree, gone with the process. */
export function createMemoryStore(tree: OrderedTree = new OrderedTree()): KeyValueStore {
  return {
    get: async (key) => tree.get(key),
    getMany: async (keys) => keys.map((key) => tree.get(key)),
    iterate: (range) => treeIterator(tree, range),
    apply: async (batch) => applyToTree(tree, batch),
    flush: async () => {},
    approximateSize: async (start, end) => sizeBetween(tree.snapshot(), start, end),
    close: async () => {},
    figures: async () => ({ store_entries: tree.size }),
  }
}

/** Copies what it keeps: keys and values handed in are often slices of far larger buffers. */
export function applyToTree(tree: OrderedTree, batch: readonly StoreMutation[]): void {
  for (const mutation of batch) {
    if (mutation.kind === 'put') tree.put(Buffer.from(mutation.key), Buffer.from(mutation.value))
    else if (mutation.kind === 'delete') tree.delete(mutation.key)
    else tree.deleteRange(Buffer.from(mutation.start), Buffer.from(mutation.end))
  }
}

function treeIterator(tree: OrderedTree, range: KeyRange): EntryIterator {
  let snapshot: TreeSnapshot | undefined
  let { start, end } = range
  let after: Buffer | undefined
  let finished = false
  let limit = range.batchEntries
  const { keyOffset = 0 } = range
  return {
    async next() {
      if (finished) return []
      snapshot ??= tree.snapshot()
      const entries = treeEntries(snapshot, { start, end, reverse: range.reverse, after, limit })
      const last = entries.at(-1)
      finished = last === undefined
      if (last !== undefined && range.reverse) end = last.key
      else if (last !== undefined) after = start = last.key
      limit = nextBatchEntries(entries)
      return keyOffset === 0
        ? entries
        : entries.map(({ key, value }) => ({ key: key.subarray(keyOffset), value }))
    },
    async close() {
      finished = true
      snapshot = undefined
    },
  }
}

function sizeBetween(snapshot: TreeSnapshot, start: Buffer, end: Buffer): number {
  const range = { start, end, reverse: false, after: undefined, limit: Number.POSITIVE_INFINITY }
  return treeEntries(snapshot, range).reduce((sum, entry) => sum + sizeOf(entry), 0)
}

function sizeOf(entry: Entry): number {
  return entry.key.length + entry.value.length
}
