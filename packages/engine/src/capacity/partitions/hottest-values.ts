import { engineLimits } from '../../limits.js'
import type { HotRoom } from '../../tables/partitions/hot-minutes.js'
import type { Partition } from '../../tables/partitions/partition.js'
import { MINUTE_MS, unitsUsed } from '../../tables/partitions/partition-load.js'
import { sharesOf } from './split-key.js'

/**
 * The values with the most load in a sample of the last minute, each with its share of the load. A value that
 * was met once or twice by chance is none of them.
 */
export function hottestOf({
  samples,
}: Partition): { readonly key: Buffer; readonly share: number }[] {
  const collected = samples.collected()
  if (collected.length < engineLimits.PARTITION_SAMPLES_MIN) return []
  // A sample of all rows leaves nothing to chance.
  const isWhole = collected.every(({ rows }) => rows === 1)
  return sharesOf(collected)
    .filter(({ samples }) => isWhole || samples >= engineLimits.PARTITION_HOT_SAMPLES_MIN)
    .sort((a, b) => b.share - a.share)
    .slice(0, engineLimits.PARTITION_HOTTEST_MAX)
}

/** Keeps the hottest values of the last minute that is over, once; false when it was kept before. */
export function keepHottest(partition: Partition, now: number, room: HotRoom): boolean {
  const { load, hotMinutes } = partition
  hotMinutes.forgetBefore(load.minutes[0]?.minute ?? now)
  const ended = load.minutes.findLast(({ minute }) => minute + MINUTE_MS <= now)
  if (ended === undefined || ended.minute <= hotMinutes.last) return false
  const { minute } = ended
  const values = hottestOf(partition).map(({ key, share }) => ({
    key: key.toString('latin1'),
    units: share * unitsUsed(ended),
  }))
  hotMinutes.add({ minute, values }, room)
  return true
}

/** What each of the partitions with recent load may keep, so that all together take bounded memory. */
export function hotRoom(partitions: number): HotRoom {
  const each = engineLimits.PARTITION_HOT_VALUES_MAX / Math.max(partitions, 1)
  const { PARTITION_HISTORY_MINUTES: most, PARTITION_HOTTEST_MAX } = engineLimits
  const values = Math.max(1, Math.min(Math.floor(each / most), PARTITION_HOTTEST_MAX))
  return { values, minutes: Math.max(1, Math.min(Math.floor(each / values), most)) }
}
