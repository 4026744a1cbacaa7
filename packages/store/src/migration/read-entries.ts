import { DataFolderError } from '../folder/data-folder-error.js'
import type { Entry, EntryIterator, KeyValueStore } from '../key-value-store.js'
import { storeLimits } from '../limits.js'

/** Of the keys before `end`, in their order, as batches of some megabytes. */
export async function* readEntries(store: KeyValueStore, end: Buffer): AsyncGenerator<Entry[]> {
  const iterator = store.iterate({
    start: Buffer.alloc(0),
    end,
    reverse: false,
    batchEntries: storeLimits.MIGRATION_FIRST_ENTRIES,
  })
  try {
    let batch: Entry[] = []
    let bytes = 0
    for (let found = await next(iterator); found.length > 0; found = await next(iterator)) {
      for (const entry of found) {
        batch.push(entry)
        bytes += entry.key.length + entry.value.length
      }
      if (bytes < storeLimits.MIGRATION_BATCH_BYTES) continue
      yield batch
      batch = []
      bytes = 0
    }
    if (batch.length > 0) yield batch
  } finally {
    await iterator.close()
  }
}

/** RocksDB's error of a damaged block names the file, and is like any other. */
const next = (iterator: EntryIterator): Promise<readonly Entry[]> =>
  iterator.next().catch((error: unknown) => {
    if (!(error instanceof Error) || error instanceof DataFolderError) throw error
    throw new DataFolderError('damaged', `The store cannot be read: ${error.message}.`)
  })

/** The last key before `end`; undefined when there is none. */
export async function lastKey(store: KeyValueStore, end: Buffer): Promise<Buffer | undefined> {
  const range = { start: Buffer.alloc(0), end, reverse: true, batchEntries: 1, keysOnly: true }
  const iterator = store.iterate(range)
  try {
    const [last] = await iterator.next()
    return last?.key
  } finally {
    await iterator.close()
  }
}
