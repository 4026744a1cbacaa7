import { meterLocalIndexes } from '../../capacity/meter-local-indexes.js'
import { expectDefined } from '@rowhouse/platform'
import type { CommitOutcome, PartitionCommit } from '../../partitions/partition-store.js'
import type { RowParts } from '../row-parts.js'
import type { PreparedGroup, WriteGroup } from './write-group.js'

/**
 * Resolves with one outcome per group. A group without changes waits until the commits that it has read
 * are durable.
 */
export const commitAll = async (
  engine: RowParts,
  prepared: readonly PreparedGroup[],
): Promise<readonly CommitOutcome[]> => {
  const commits: PartitionCommit[] = []
  const waits: Promise<void>[] = []
  for (const { commit, head } of prepared) {
    if (commit !== undefined) commits.push(commit)
    else if (head > 0) waits.push(engine.store.settled(head))
  }
  const committing = commits.length === 0 ? undefined : engine.store.commitMany(commits)
  const outcomes = waits.length === 0 ? await committing : await both(committing, waits)
  let next = 0
  return prepared.map(({ table, names, commit }) => {
    if (commit === undefined) return 'committed'
    const outcome = expectDefined(outcomes?.[next++], 'every commit has an outcome')
    // A conflict has stored no names, and a transaction stores them only when it commits.
    const isStored = outcome === 'committed' && !engine.isInTransaction
    if (names.length > 0 && isStored) table.names.saved(names)
    return outcome
  })
}

const both = async (
  committing: Promise<readonly CommitOutcome[]> | undefined,
  waits: readonly Promise<void>[],
): Promise<readonly CommitOutcome[] | undefined> => {
  const [outcomes] = await Promise.all([committing, ...waits])
  return outcomes
}

/**
 * Charges the partition for the writes of a group, once: groups that met a conflict are charged when they
 * succeed.
 */
export const charge = (
  engine: RowParts,
  group: WriteGroup,
  { results, commit }: PreparedGroup,
): void => {
  // The throttle's units were taken at admission.
  const traffic = engine.traffic.unthrottled
  const { table, partition: key, writes } = group
  const partition = table.partitions.find(key, 0)
  for (const [index, { result }] of results.entries()) {
    const { read, write } = result.consumed
    const { write: source } = expectDefined(writes[index], 'every result has its write')
    const bytes = result.isOk ? source.dataBytes : 0
    if (read > 0) traffic.charge(table, partition, 'read', 1, read, 0)
    if (write > 0) traffic.row(table, partition, 'write', key, 0, write, bytes)
  }
  if (table.localIndexes.length > 0 && commit !== undefined) {
    meterLocalIndexes(engine.meter, table, commit.mutations)
  }
}
