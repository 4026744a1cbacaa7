import { engineLimits } from '../limits.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { StoredCatalog } from './stored-catalog.js'

/**
 * Removes the data of dropped tables. Each table is swept twice: at once, to free its space, and again
 * when no request can be writing to it any more. The catalogue forgets the table only then, so a crash in
 * between merely repeats a sweep.
 */
export interface DroppedTableSweeper {
  runOnce(now: number): Promise<void>
  /**
   * Reclaims the space of swept tables, because the store does not free it without further writes. Each
   * table is reclaimed once; a failure is retried.
   */
  reclaim(): Promise<void>
}

/** These keys are below and above all space bytes. */
const FIRST_KEY = Buffer.of(0x00)
const LAST_KEY = Buffer.of(0xff)

export const createDroppedTableSweeper = (
  store: Pick<PartitionStore, 'deleteRange' | 'reclaim'>,
  catalog: Pick<StoredCatalog, 'drops' | 'finishDrop'>,
): DroppedTableSweeper => {
  const swept = new Set<number>()
  const reclaimed = new Set<number>()
  return {
    runOnce: async (now) => {
      for (const drop of catalog.drops()) {
        const isLast = now - drop.droppedAt >= engineLimits.DROPPED_TABLE_GRACE_MS
        if (swept.has(drop.id) && !isLast) continue
        await store.deleteRange(drop.id, FIRST_KEY, LAST_KEY)
        swept.add(drop.id)
        if (!isLast) continue
        await catalog.finishDrop(drop)
        swept.delete(drop.id)
        reclaimed.delete(drop.id)
      }
    },
    reclaim: async () => {
      for (const id of swept) {
        if (reclaimed.has(id)) continue
        reclaimed.add(id)
        try {
          await store.reclaim?.(id, FIRST_KEY, LAST_KEY)
        } catch (error) {
          reclaimed.delete(id)
          throw error
        }
      }
    },
  }
}
