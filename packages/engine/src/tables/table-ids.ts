import { CATALOG_TABLE } from '../keys/spaces.js'
import { engineLimits } from '../limits.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { encodeCounter } from './catalog-content.js'
import { counterKey, counterPartition } from './catalog-keys.js'
import { createSerialQueues } from './serial-queues.js'

/**
 * Table ids are never reused, so the data of a dropped table cannot reappear in a new one. The counter is
 * made durable ahead of use, a block at a time; a crash skips the rest of a block.
 */
export interface TableIds {
  /** The id that the next `take` gives. */
  readonly next: number
  take(): void
  /** Resolves when the durable counter is past the id. */
  reserved(id: number): Promise<void>
}

export const createTableIds = (store: PartitionStore, first: number): TableIds => {
  let next = first
  let reservedEnd = first
  const queue = createSerialQueues()

  const reserveMore = async (id: number): Promise<void> => {
    if (id < reservedEnd) return
    const end = id + engineLimits.TABLE_NUMBERS_PER_RESERVATION
    await store.commit({
      table: CATALOG_TABLE,
      partition: counterPartition,
      expectedHead: undefined,
      token: undefined,
      mutations: [{ key: counterKey, value: encodeCounter(end) }],
      record: undefined,
    })
    reservedEnd = end
  }

  return {
    get next() {
      return next
    },
    take: () => {
      next += 1
    },
    reserved: (id) => queue.run('counter', () => reserveMore(id)),
  }
}
