import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { storeLimits } from '../../limits.js'
import type { TableReader } from '../tables/table-reader.js'
import { startWithin, tablesWithin } from '../versions/find-table.js'
import type { Run } from '../versions/store-version.js'

/** Of each block that readers have used lately a key that finds it, up to the end of a slice of a merge. */
export async function usedKeys(inputs: readonly Run[], end: Buffer | undefined): Promise<Buffer[]> {
  const keys: Buffer[] = []
  for (const run of inputs)
    for (const { reader } of tablesWithin(run, undefined, end)) {
      const room = storeLimits.WARM_BLOCKS_MAX - keys.length
      keys.push(...reader.usedBlocks(startWithin(run, undefined), end, room))
      await letOthersGoFirst()
    }
  return keys
}

/** Reads the blocks that now have what readers used before, so that a merge does not make them wait. */
export async function warmTable(reader: TableReader, keys: readonly Buffer[]): Promise<void> {
  for (let at = 0; at < keys.length; at += storeLimits.WARM_BLOCKS_AT_ONCE) {
    const some = keys.slice(at, at + storeLimits.WARM_BLOCKS_AT_ONCE)
    const reads = await Promise.allSettled(some.map((key) => reader.warm(key)))
    const failed = reads.find((read) => read.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}
