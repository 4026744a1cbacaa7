import type { PartitionStore } from '../partitions/partition-store.js'

/** The same store, except for the methods that a test replaces. */
export const alteredStore = (
  store: PartitionStore,
  replaced: Partial<Omit<PartitionStore, 'visibleEnd'>>,
): PartitionStore => ({
  capabilities: store.capabilities,
  read: (read) => store.read(read),
  commit: (commit) => store.commit(commit),
  commitMany: (commits) => store.commitMany(commits),
  settled: (head) => store.settled(head),
  scan: (range) => store.scan(range),
  snapshot: () => store.snapshot(),
  changes: (from, isWanted) => store.changes(from, isWanted),
  get visibleEnd() {
    return store.visibleEnd
  },
  onVisible: (listener) => store.onVisible(listener),
  synced: () => store.synced(),
  setCursor: (name, position) => store.setCursor(name, position),
  removeCursor: (name) => store.removeCursor(name),
  cursors: () => store.cursors(),
  deleteRange: (table, start, end) => store.deleteRange(table, start, end),
  approximateSize: (table, start, end, most) => store.approximateSize(table, start, end, most),
  close: () => store.close(),
  figures: () => store.figures(),
  ...replaced,
})
