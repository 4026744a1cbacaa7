import { type CapacityUnit, TablestoreError, type Variant, errors } from '@rowhouse/protocol'
import type { Engine } from '../engine.js'
import { encodeRowKey } from '../keys/encode-key.js'
import type { CommitOutcome, PartitionCommit } from '../partitions/partition-store.js'
import type { BoundWrite } from './row-write.js'
import { type PreparedGroup, prepareGroup } from './prepare-group.js'
import type { StoredRow } from './stored-row.js'

/** How one write ended. An error stands for that row alone. */
export type WriteResult =
  | {
      readonly isOk: true
      readonly consumed: CapacityUnit
      /** The whole primary key, generated columns included. */
      readonly key: readonly Variant[]
      /** The row as the write left it; undefined when there is none. */
      readonly row: StoredRow | undefined
    }
  | { readonly isOk: false; readonly consumed: CapacityUnit; readonly error: TablestoreError }

/** The writes of one partition-key value, in the order of the request. */
export interface WriteGroup {
  readonly table: BoundWrite['table']
  readonly partition: Buffer
  readonly writes: { readonly position: number; readonly write: BoundWrite }[]
}

/** How often a group is tried again when its partition-key value moved on meanwhile. */
const CONFLICT_TRIES_MAX = 16

/**
 * Carries out writes: each partition-key value is locked, read, decided and handed to the store, and the
 * lock is given back as soon as later decisions can see the outcome. Resolves when everything that the
 * results tell is durable. Results stand in the order of the writes.
 */
export const executeWrites = async (
  engine: Engine,
  writes: readonly BoundWrite[],
): Promise<WriteResult[]> => {
  const results: WriteResult[] = []
  let groups = groupByPartition(writes)
  for (let tries = 0; groups.length > 0; tries++) {
    if (tries === CONFLICT_TRIES_MAX) throw errors.rowOperationConflict()
    groups = await executeGroups(engine, groups, results)
  }
  return results
}

const groupByPartition = (writes: readonly BoundWrite[]): WriteGroup[] => {
  const groups = new Map<string, WriteGroup>()
  for (const [position, write] of writes.entries()) {
    const first = write.primaryKey[0]?.value
    if (first === undefined) continue
    const { partition } = encodeRowKey([first])
    const name = `${write.table.description.id}:${partition.toString('latin1')}`
    const group = groups.get(name)
    if (group === undefined)
      groups.set(name, { table: write.table, partition, writes: [{ position, write }] })
    else group.writes.push({ position, write })
  }
  if (groups.size === 1) return [...groups.values()]
  // Locks are taken in one order everywhere, so that two batches never wait for each other.
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/** Answers the groups that met a conflict and have to be tried again. */
const executeGroups = async (
  engine: Engine,
  groups: readonly WriteGroup[],
  results: WriteResult[],
): Promise<WriteGroup[]> => {
  const { store } = engine
  const locked = await lockAll(engine, groups)
  let prepared: PreparedGroup[]
  let committing: Promise<readonly CommitOutcome[]>
  try {
    prepared = await Promise.all(groups.map((group) => prepareGroup(engine, group)))
    committing = commitAll(engine, prepared)
    if (!store.capabilities.pipelined) await committing
  } finally {
    unlockAll(engine, groups, locked)
  }
  const outcomes = await committing
  const conflicted: WriteGroup[] = []
  for (const [index, group] of prepared.entries()) {
    const source = groups[index]
    if (outcomes[index] === 'conflict' && source !== undefined) conflicted.push(source)
    else for (const { position, result } of group.results) results[position] = result
  }
  return conflicted
}

const lockAll = async (engine: Engine, groups: readonly WriteGroup[]): Promise<number> => {
  let locked = 0
  try {
    for (const { table, partition } of groups) {
      const waiting = engine.locks.acquire(table.description.id, partition)
      if (waiting !== undefined) await waiting
      locked++
    }
    return locked
  } catch (error) {
    unlockAll(engine, groups, locked)
    throw error
  }
}

const unlockAll = (engine: Engine, groups: readonly WriteGroup[], locked: number): void => {
  for (const { table, partition } of groups.slice(0, locked))
    engine.locks.release(table.description.id, partition)
}

/** Resolves with one outcome per group; a group without changes waits for what it has read. */
const commitAll = async (
  engine: Engine,
  prepared: readonly PreparedGroup[],
): Promise<readonly CommitOutcome[]> => {
  const commits: PartitionCommit[] = []
  const waits: Promise<void>[] = []
  for (const { commit, head } of prepared) {
    if (commit !== undefined) commits.push(commit)
    else if (head > 0) waits.push(engine.store.settled(head))
  }
  const committing = commits.length === 0 ? undefined : engine.store.commitMany(commits)
  const [outcomes] = await Promise.all([committing, ...waits])
  for (const { savedNames } of prepared) savedNames()
  let next = 0
  return prepared.map(({ commit }) =>
    commit === undefined ? 'committed' : (outcomes?.[next++] ?? 'committed'),
  )
}
