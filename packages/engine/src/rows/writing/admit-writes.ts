import type { TablestoreError } from '@rowhouse/protocol'
import type { Partition } from '../../tables/partitions/partition.js'
import type { PartitionTraffic } from '../../capacity/partitions/partition-traffic.js'
import { keyValues } from '../../tables/check-key.js'
import { wasAdmitted } from '../was-admitted.js'
import { writeCost } from './decide-write.js'
import { partitionOf } from './partition-of.js'
import type { BoundWrite } from './bound-write.js'
import type { WriteGroup, WriteResult } from './write-group.js'

/** Fails writes that their partition does not admit now, and returns the others. */
export const admitWrites = (
  traffic: PartitionTraffic,
  groups: readonly WriteGroup[],
  results: WriteResult[],
): WriteGroup[] =>
  groups.flatMap((group) => {
    const { table, partition, writes } = group
    if (traffic.throttles(table)) return payGroup(traffic, group, results) ?? []
    const error = traffic.refusal(table, table.partitions.find(partition, 0), 'write')
    if (error === undefined) return group
    refuse(writes, error, results)
    return []
  })

/**
 * Each write takes its units at once, so that the next one sees what is left. An atomic group is admitted
 * whole.
 */
const payGroup = (
  traffic: PartitionTraffic,
  group: WriteGroup,
  results: WriteResult[],
): WriteGroup | undefined => {
  const { table, partition: key, writes, isAtomic } = group
  const partition = table.partitions.find(key, 0)
  const together = isAtomic ? [writes] : writes.map((write) => [write])
  const admitted = together.filter((some) => {
    const error = payOrRefuse(traffic, group, partition, some)
    if (error !== undefined) refuse(some, error, results)
    return error === undefined
  })
  if (admitted.length === together.length) return group
  return admitted.length === 0 ? undefined : { ...group, writes: admitted.flat() }
}

const payOrRefuse = (
  traffic: PartitionTraffic,
  { table }: WriteGroup,
  partition: Partition,
  writes: WriteGroup['writes'],
): TablestoreError | undefined => {
  let read = 0
  let write = 0
  for (const one of writes) {
    const cost = costOf(one.write)
    read += cost.read
    write += cost.write
  }
  const error =
    traffic.refusal(table, partition, 'write', writes.length) ??
    (read === 0 ? undefined : traffic.refusal(table, partition, 'read', writes.length))
  if (error !== undefined) return error
  traffic.prepay(table, partition, 'write', write)
  if (read > 0) traffic.prepay(table, partition, 'read', read)
  return undefined
}

const NOTHING = { read: 0, write: 0 }

/**
 * A write has taken units for all that it sent. A failed one costs less, and one without a result
 * nothing.
 */
export const giveBackUnused = (
  traffic: PartitionTraffic,
  writes: readonly BoundWrite[],
  results: readonly WriteResult[],
): void => {
  for (const [index, write] of writes.entries()) {
    const result = results[index]
    const { table } = write
    if (!traffic.throttles(table)) continue
    if (result !== undefined && (result.isOk || !wasAdmitted(result.error.code))) continue
    const partition = table.partitions.find(partitionOf(write), 0)
    const paid = costOf(write)
    const { read, write: written } = result?.consumed ?? NOTHING
    traffic.prepay(table, partition, 'write', written - paid.write)
    traffic.prepay(table, partition, 'read', read - paid.read)
  }
}

/** This cost is known before anything is read. */
const costOf = (write: BoundWrite): ReturnType<typeof writeCost> =>
  writeCost(write, keyValues(write.primaryKey))

const refuse = (
  writes: WriteGroup['writes'],
  error: TablestoreError,
  results: WriteResult[],
): void => {
  for (const { position } of writes)
    results[position] = { isOk: false, consumed: { read: 0, write: 0 }, error }
}
