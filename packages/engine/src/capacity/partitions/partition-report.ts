import type { Variant } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/platform'
import { partitionKeyValue } from '../../keys/decode-key.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import type { Table } from '../../tables/table-description.js'
import type { Partition } from '../../tables/partitions/partition.js'
import type { LoadFigures, MinuteLoad } from '../../tables/partitions/partition-load.js'
import { hottestOf } from './hottest-values.js'
import { placesOf } from './split-key.js'

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
  /** Minutes with load, the oldest first; with the values that had the most of it, once they are over. */
  readonly minutes: readonly HotMinuteLoad[]
  /** The partition-key values with the most load in the last minute, by a sample. */
  readonly hottest: readonly { readonly value: Variant; readonly share: number }[]
  /** The value with more than half of the load, while the partition is hot. */
  readonly hotKey: Variant | undefined
  /** Partition-key values with at least half of the bytes that one should have. */
  readonly bigValues: readonly { readonly value: Variant; readonly bytes: number }[]
}

interface HotMinuteLoad extends MinuteLoad {
  readonly hottest: readonly { readonly value: Variant; readonly units: number }[]
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
    minutes: minutesOf(partition),
    hottest: hottestOf(partition).map(({ key, share }) => ({
      value: partitionKeyValue(key),
      share,
    })),
    hotKey: hotKey === undefined ? undefined : partitionKeyValue(hotKey.key),
    bigValues: bigValues.map((value) => ({
      value: partitionKeyValue(value.key),
      bytes: value.bytes,
    })),
  }
}

/** The minutes with load, each with the values that had the most of it. */
function minutesOf({ load, hotMinutes }: Partition): PartitionReport['minutes'] {
  const hottest = new Map(hotMinutes.all.map(({ minute, values }) => [minute, values]))
  return load.minutes.map((minute) => ({
    ...minute,
    hottest: (hottest.get(minute.minute) ?? []).map(({ key, units }) => ({
      value: partitionKeyValue(Buffer.from(key, 'latin1')),
      units,
    })),
  }))
}
