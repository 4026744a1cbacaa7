import type { PartitionStore } from '../partitions/partition-store.js'
import type { Entry } from '@rowhouse/store'

/** All entries of a table between two keys, for background work. */
export async function* entriesOf(
  store: PartitionStore,
  table: number,
  start: Buffer,
  end: Buffer,
  expectedEntries = 256,
): AsyncGenerator<Entry, void, undefined> {
  const scan = store.scan({ table, start, end, reverse: false, expectedEntries })
  try {
    for (;;) {
      const entries = await scan.next()
      if (entries.length === 0) return
      yield* entries
    }
  } finally {
    await scan.close()
  }
}

/**
 * The first `count` entries between two keys, so that a background job has no scan open while it works on
 * them.
 */
export const sliceOf = async (
  store: PartitionStore,
  table: number,
  start: Buffer,
  end: Buffer,
  count: number,
): Promise<Entry[]> => {
  const slice: Entry[] = []
  for await (const entry of entriesOf(store, table, start, end, count)) {
    if (slice.push(entry) === count) break
  }
  return slice
}
