import type { CapacityMeter } from '../capacity/capacity-meter.js'
import { unitsOf } from '../capacity/capacity-units.js'
import type { PartitionTraffic } from '../capacity/partitions/partition-traffic.js'
import type { ChargeIndexRow } from './index-context.js'

/**
 * Counts the rows that an index is written as units of its table, by their bytes in the store; those of a
 * global index are its load as well. They are never held up: a write to the main table has been admitted, and
 * its index rows must follow.
 */
export function chargingIndexRows(
  { unthrottled }: PartitionTraffic,
  meter: CapacityMeter,
): ChargeIndexRow {
  return (index, key, bytes) => {
    const { instance, name } = index.description
    const units = unitsOf(bytes)
    meter.add(instance, name, 0, units)
    if (index.description.index?.type === 'LOCAL') return
    const partition = index.partitions.find(key, 1)
    unthrottled.row(index, partition, 'write', key, 1, units, bytes)
  }
}
