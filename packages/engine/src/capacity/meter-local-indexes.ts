import type { Mutation } from '../partitions/partition-store.js'
import type { Table } from '../tables/table-description.js'
import type { CapacityMeter } from './capacity-meter.js'
import { unitsOf } from './capacity-units.js'

/**
 * Counts the rows that a commit writes in the local indexes of its table as their units, by the bytes in the
 * store. They are no load of their own: the partition is that of the row.
 */
export function meterLocalIndexes(
  meter: CapacityMeter,
  { description: { instance }, localIndexes }: Table,
  mutations: readonly Mutation[],
): void {
  for (const index of localIndexes) {
    let units = 0
    for (const { table, key, value } of mutations) {
      if (table === index.table) units += unitsOf(key.length + (value?.length ?? 0))
    }
    if (units > 0) meter.add(instance, index.name, 0, units)
  }
}
