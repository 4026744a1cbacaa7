import { errors } from '@rowhouse/protocol'
import type { RowParts } from '../row-parts.js'
import type { CommitOutcome } from '../../partitions/partition-store.js'
import { type Clock, Slice, expectDefined } from '@rowhouse/platform'
import type { LocalIndex } from '../../tables/table-description.js'
import { admitWrites, giveBackUnused } from './admit-writes.js'
import { charge, commitAll } from './commit-groups.js'
import { prepareGroup } from './prepare-group.js'
import { waitForIndexes } from './wait-for-indexes.js'
import { type LoneWrite, isBlind, loneWrite, prepareBlind, prepareOne } from './prepare-one.js'
import { partitionOf } from './partition-of.js'
import type { BoundWrite } from './bound-write.js'
import type { PreparedGroup, WriteGroup, WriteResult } from './write-group.js'

/** How often a group is tried when other commits of its partition-key value conflict with it. */
const CONFLICT_TRIES_MAX = 16
/** The clock is read once per so many rows. */
const ROWS_BETWEEN_CLOCK_READS = 32

/**
 * Executes writes. Each partition-key value is locked, its rows are read, and its writes are decided and
 * handed to the store; the lock is released as soon as later decisions can see the outcome. Resolves when
 * everything that the results report is durable. The results are in the order of the writes. With
 * `isAtomic`, a failed write fails all writes of its partition-key value.
 */
export const executeWrites = async (
  engine: RowParts,
  writes: readonly BoundWrite[],
  isAtomic = false,
): Promise<WriteResult[]> => {
  const results: WriteResult[] = []
  let groups = admitWrites(engine.traffic, groupByPartition(writes, isAtomic), results)
  try {
    for (let tries = 0; groups.length > 0; tries++) {
      if (tries === CONFLICT_TRIES_MAX) throw errors.rowOperationConflict()
      groups = await executeGroups(engine, groups, results)
      // Locks are taken before memory (see memory-budget.ts), and the rows that were read are out of
      // date.
      if (groups.length > 0) engine.memory.giveBack(engine.memory.bytes)
    }
    if (!engine.isInTransaction) {
      const tables = writes.map(({ table }) => table)
      await waitForIndexes(engine.indexes, tables)
    }
  } finally {
    if (engine.traffic.throttlesAny) giveBackUnused(engine.traffic, writes, results)
  }
  return results
}

const groupByPartition = (writes: readonly BoundWrite[], isAtomic: boolean): WriteGroup[] => {
  const [only] = writes
  if (writes.length === 1 && only !== undefined)
    return [groupOf(only, partitionOf(only), 0, isAtomic)]
  const groups = new Map<string, WriteGroup>()
  for (const [position, write] of writes.entries()) {
    const partition = partitionOf(write)
    const name = `${write.table.description.id}:${partition.toString('latin1')}`
    const group = groups.get(name)
    if (group === undefined) groups.set(name, groupOf(write, partition, position, isAtomic))
    else group.writes.push({ position, write })
  }
  // Locks are taken in one order everywhere, so that two batches never wait for each other.
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

const groupOf = (
  write: BoundWrite,
  partition: Buffer,
  position: number,
  isAtomic: boolean,
): WriteGroup => ({
  table: write.table,
  partition,
  isAtomic,
  writes: [{ position, write }],
})

/** Returns the groups that met a conflict and must be tried again. */
const executeGroups = async (
  engine: RowParts,
  groups: readonly WriteGroup[],
  results: WriteResult[],
): Promise<WriteGroup[]> => {
  const { store } = engine
  const locking = lockAll(engine, groups)
  if (locking !== undefined) await locking
  let prepared: readonly PreparedGroup[]
  let committing: Promise<readonly CommitOutcome[]>
  let free = groups
  try {
    if (engine.transactions.isAny) free = refuseHeld(engine, groups, results)
    let indexes: readonly (readonly LocalIndex[])[]
    do {
      indexes = free.map(({ table }) => table.localIndexes)
      prepared = await prepareAll(engine, free)
      // A local index that was created meanwhile may have been built already, and would never get these
      // rows.
    } while (free.some(({ table }, at) => table.localIndexes !== indexes[at]))
    committing = commitAll(engine, prepared)
    if (!store.capabilities.pipelined) await committing
  } finally {
    unlock(engine, groups, groups.length)
  }
  const outcomes = await committing
  const conflicted: WriteGroup[] = []
  for (const [index, group] of prepared.entries()) {
    const source = expectDefined(free[index], 'every prepared group has its writes')
    if (expectDefined(outcomes[index], 'every group has an outcome') === 'conflict') {
      conflicted.push(source)
      continue
    }
    charge(engine, source, group)
    for (const { position, result } of group.results) results[position] = result
  }
  return conflicted
}

/** Fails writes to partition-key values that a transaction holds, and returns the others. */
const refuseHeld = (
  { transactions }: RowParts,
  groups: readonly WriteGroup[],
  results: WriteResult[],
): readonly WriteGroup[] =>
  groups.filter(({ table, partition, writes }) => {
    if (!transactions.holds(table.description.id, partition)) return true
    const error = errors.transactionLockTimeout()
    for (const { position } of writes)
      results[position] = { isOk: false, consumed: { read: 0, write: 1 }, error }
    return false
  })

const prepareAll = (
  engine: RowParts,
  groups: readonly WriteGroup[],
): Promise<readonly PreparedGroup[]> => {
  const blind: LoneWrite[] = []
  for (const group of groups) {
    const lone = loneWrite(group)
    if (lone === undefined || !isBlind(lone)) return prepareEach(engine, groups)
    blind.push(lone)
  }
  return prepareAllBlind(engine.clock, blind)
}

const prepareEach = async (
  engine: RowParts,
  groups: readonly WriteGroup[],
): Promise<readonly PreparedGroup[]> => {
  const [only] = groups
  if (only !== undefined && groups.length === 1) return [await prepare(engine, only)]
  return Promise.all(groups.map((group) => prepare(engine, group)))
}

const prepare = (engine: RowParts, group: WriteGroup): Promise<PreparedGroup> => {
  const lone = loneWrite(group)
  if (lone === undefined) return prepareGroup(engine, group)
  return prepareOne(engine, lone)
}

/** A batch yields to other requests in between, because 200 rows must not delay a read of one. */
const prepareAllBlind = async (
  clock: Clock,
  writes: readonly LoneWrite[],
): Promise<readonly PreparedGroup[]> => {
  const now = clock.now()
  const [only] = writes
  if (only !== undefined && writes.length === 1) return [prepareBlind(only, now)]
  const slice = new Slice(clock)
  const prepared: PreparedGroup[] = []
  for (const write of writes) {
    prepared.push(prepareBlind(write, now))
    if (prepared.length % ROWS_BETWEEN_CLOCK_READS === 0 && slice.isOver()) await slice.next()
  }
  return prepared
}

/** Undefined when all locks were free; else it resolves when all are held. */
const lockAll = (engine: RowParts, groups: readonly WriteGroup[]): Promise<void> | undefined => {
  for (const [index, { table, partition }] of groups.entries()) {
    const waiting = engine.locks.acquire(table.description.id, partition)
    if (waiting !== undefined) return lockRest(engine, groups, index, waiting)
  }
  return undefined
}

const lockRest = async (
  engine: RowParts,
  groups: readonly WriteGroup[],
  from: number,
  first: Promise<void>,
): Promise<void> => {
  let locked = from
  try {
    await first
    locked++
    for (const { table, partition } of groups.slice(locked)) {
      const waiting = engine.locks.acquire(table.description.id, partition)
      if (waiting !== undefined) await waiting
      locked++
    }
  } catch (error) {
    unlock(engine, groups, locked)
    throw error
  }
}

const unlock = (engine: RowParts, groups: readonly WriteGroup[], locked: number): void => {
  for (let index = 0; index < locked; index++) {
    const { table, partition } = expectDefined(groups[index], 'every lock is of a group')
    engine.locks.release(table.description.id, partition)
  }
}
