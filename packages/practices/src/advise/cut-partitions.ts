/**
 * Assigns keys to partitions by load: each has a range of keys, and loads are as equal as whole keys
 * allow.
 */
export function cutPartitions(load: Float64Array, partitions: number): Int32Array {
  const partitionOf = new Int32Array(load.length)
  let partition = 0
  let inPartition = 0
  let rest = load.reduce((sum, own) => sum + own, 0)
  load.forEach((own, key) => {
    const target = rest / (partitions - partition)
    const isNearerWithout = inPartition > 0 && inPartition + own - target > target - inPartition
    if (isNearerWithout && partition < partitions - 1) {
      rest -= inPartition
      inPartition = 0
      partition += 1
    }
    partitionOf[key] = partition
    inPartition += own
  })
  return partitionOf
}
