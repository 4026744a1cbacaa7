import { partitionOf } from '../keys/decode-key.js'
import type { PartitionLocks } from '../partitions/partition-locks.js'
import type { Mutation, PartitionStore, PartitionView } from '../partitions/partition-store.js'
import { expiryHourOf, liveCells } from '../stored-rows/expiry-rules.js'
import { type LoadedRow, loadRow } from '../stored-rows/load-row.js'
import { expiryKey, rowMutations } from '../tables/row-mutations.js'
import type { Table } from '../tables/table-description.js'
import type { OpenTransactions } from '../transactions/open-transactions.js'

/** The result of handling one expiry entry. */
export interface ExpiryOutcome {
  readonly expiredVersions: number
  readonly expiredRow: boolean
}

/** The parts of the engine that background changes of rows take. */
export interface ChangeParts {
  readonly store: PartitionStore
  readonly locks: PartitionLocks
}

export interface ExpiryParts extends ChangeParts {
  readonly transactions: OpenTransactions
}

export interface RowDecision<Outcome> {
  readonly mutations: readonly Mutation[]
  readonly outcome: Outcome
}

const NOTHING: ExpiryOutcome = { expiredVersions: 0, expiredRow: false }

/**
 * Handles one due entry: drops the row's expired versions and moves the entry to the hour of the oldest
 * version that is left, or drops the row. An entry that the row does not name is stale and is only removed.
 */
export const expireRow = (
  engine: ExpiryParts,
  table: Table,
  key: Buffer,
  hour: number,
  now: number,
): Promise<ExpiryOutcome> =>
  changeRow(engine, table, key, NOTHING, (loaded) => {
    // What a transaction has read must not change until it ends.
    if (engine.transactions.holds(table.description.id, partitionOf(key)))
      return { mutations: [], outcome: NOTHING }
    const entry: Mutation = { key: expiryKey(hour, key), value: undefined }
    if (loaded === undefined || loaded.row.expiryHour !== hour) {
      return { mutations: [entry], outcome: NOTHING }
    }
    const { row } = loaded
    const cells = liveCells(row, table.description.options.timeToLive, now)
    const expiredVersions = row.cells.length - (cells?.length ?? 0)
    if (cells === undefined) {
      const gone = { key, loaded, current: undefined, replaced: true }
      return {
        mutations: [...rowMutations(table, gone), entry],
        outcome: { expiredVersions, expiredRow: true },
      }
    }
    // The time to live may have grown since the entry was found due.
    if (expiryHourOf(cells, row.stamp) <= hour) return { mutations: [], outcome: NOTHING }
    const current = { stamp: row.stamp, cells, expiryHour: undefined }
    return {
      mutations: [...rowMutations(table, { key, loaded, current, replaced: false }), entry],
      outcome: { expiredVersions, expiredRow: false },
    }
  })

/**
 * Adds the expiry entry to a row that was written without a time to live; returns whether it was missing.
 */
export const coverRow = (engine: ChangeParts, table: Table, key: Buffer): Promise<boolean> =>
  changeRow(engine, table, key, false, (loaded) => {
    if (loaded === undefined || isCovered(loaded)) return { mutations: [], outcome: false }
    const changed = { key, loaded, current: loaded.row, replaced: false }
    return { mutations: rowMutations(table, changed), outcome: true }
  })

export const isCovered = ({ row }: Pick<LoadedRow, 'row'>): boolean =>
  row.expiryHour !== undefined && row.expiryHour <= expiryHourOf(row.cells, row.stamp)

/**
 * Changes one row under its lock, as a write does. `unchanged` is the result when another write came in
 * between, which only happens in a store without pipelining; the next run finds the row again.
 */
export const changeRow = async <Outcome>(
  engine: ChangeParts,
  table: Table,
  key: Buffer,
  unchanged: Outcome,
  decide: (loaded: LoadedRow | undefined) => RowDecision<Outcome>,
): Promise<Outcome> => {
  const { store, locks } = engine
  const { id } = table.description
  const partition = partitionOf(key)
  const waiting = locks.acquire(id, partition)
  if (waiting !== undefined) await waiting
  let committing: Promise<Outcome>
  try {
    const view = await store.read({ table: id, partition, keys: [key], pending: true })
    const { mutations, outcome } = decide(await loadViewed(engine, table, key, view))
    if (mutations.length === 0) return outcome
    committing = commit(engine, table, partition, view.head, mutations).then((committed) =>
      committed ? outcome : unchanged,
    )
    if (!store.capabilities.pipelined) await committing
  } finally {
    locks.release(id, partition)
  }
  return committing
}

const loadViewed = async (
  { store }: ChangeParts,
  table: Table,
  key: Buffer,
  view: PartitionView,
): Promise<LoadedRow | undefined> => {
  const [value] = view.values
  if (value === undefined) return undefined
  return loadRow(store, table, key, value, 'all', view.head)
}

const commit = async (
  { store }: ChangeParts,
  table: Table,
  partition: Buffer,
  expectedHead: number,
  mutations: readonly Mutation[],
): Promise<boolean> => {
  const names = table.names.unsaved()
  const outcome = await store.commit({
    table: table.description.id,
    partition,
    expectedHead,
    token: undefined,
    mutations: [...mutations, ...names],
    record: undefined,
  })
  if (outcome === 'conflict') return false
  table.names.saved(names)
  return true
}
