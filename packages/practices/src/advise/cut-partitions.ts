import { outOfRange } from '@rowhouse/platform'

/**
 * Assigns keys to partitions by load: each has a range of keys, and loads are as equal as whole keys
 * allow.
 */
export function cutPartitions(load: Float64Array, partitions: number): Int32Array {
  const partitionOf = new Int32Array(load.length)
  let rest = 0
  for (let key = 0; key < load.length; key++) rest += load[key] ?? outOfRange()
  let partition = 0
  let inPartition = 0
  let target = rest / partitions
  for (let key = 0; key < load.length; key++) {
    const own = load[key] ?? outOfRange()
    const isNearerWithout = inPartition > 0 && inPartition + own - target > target - inPartition
    if (isNearerWithout && partition < partitions - 1) {
      rest -= inPartition
      inPartition = 0
      partition += 1
      target = rest / (partitions - partition)
    }
    partitionOf[key] = partition
    inPartition += own
  }
  return partitionOf
}
