import type { Variant } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/platform'
import { partitionKeyValue } from '../../keys/decode-key.js'
import { engineLimits } from '../../limits.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import type { Table } from '../../tables/table-description.js'
import type { Partition } from '../../tables/partitions/partition.js'
import type { LoadFigures, MinuteLoad } from '../../tables/partitions/partition-load.js'
import { placesOf, sharesOf } from './split-key.js'

/** The state of a partition. Partition-key values are decoded, as clients write them. */
export interface PartitionReport {
  readonly id: number
  /** Where it begins; undefined for the first. */
  readonly start: Variant | undefined
  /** Where the next one begins; undefined for the last. */
  readonly end: Variant | undefined
  readonly bytes: number
  /** Whether it refuses requests because it is new. */
  readonly isUnavailable: boolean
  /** Per second, decaying. */
  readonly rates: LoadFigures
  /** Minutes with load, the oldest first. */
  readonly minutes: readonly MinuteLoad[]
  /** The partition-key values with the most load in the last minute, by a sample. */
  readonly hottest: readonly { readonly value: Variant; readonly share: number }[]
  /** The value with more than half of the load, while the partition is hot. */
  readonly hotKey: Variant | undefined
  /** Partition-key values with at least half of the bytes that one should have. */
  readonly bigValues: readonly { readonly value: Variant; readonly bytes: number }[]
}

interface ReportParts {
  readonly store: PartitionStore
  readonly clock: Clock
}

/** Reports all partitions of a table, and measures those whose size is not known yet. */
export const reportPartitions = async (
  engine: ReportParts,
  table: Table,
): Promise<PartitionReport[]> => {
  const reports: PartitionReport[] = []
  for (const partition of table.partitions.all) {
    if (partition.measuredBytes === undefined) {
      await partition.measure(placesOf(engine.store, table.description, partition))
    }
    reports.push(reportOf(partition, engine.clock.monotonic()))
  }
  return reports
}

const reportOf = (partition: Partition, now: number): PartitionReport => {
  const { id, start, end, bytes, load, hotKey, bigValues } = partition
  return {
    id,
    start: start.length === 0 ? undefined : partitionKeyValue(start),
    end: end === undefined ? undefined : partitionKeyValue(end),
    bytes,
    isUnavailable: now < partition.unavailableUntil,
    rates: load.rates,
    minutes: load.minutes,
    hottest: hottestOf(partition),
    hotKey: hotKey === undefined ? undefined : partitionKeyValue(hotKey.key),
    bigValues: bigValues.map((value) => ({
      value: partitionKeyValue(value.key),
      bytes: value.bytes,
    })),
  }
}

const hottestOf = ({ samples }: Partition): PartitionReport['hottest'] => {
  const collected = samples.collected()
  if (collected.length < engineLimits.PARTITION_SAMPLES_MIN) return []
  return sharesOf(collected)
    .sort((a, b) => b.share - a.share)
    .slice(0, engineLimits.PARTITION_HOTTEST_MAX)
    .map(({ key, share }) => ({ value: partitionKeyValue(key), share }))
}
