import { encodeChangeRecord } from '../../log/change-record.js'
import type { RowKey } from '../../keys/encode-key.js'
import type { RowParts } from '../row-parts.js'
import { keyValues } from '../../tables/check-key.js'
import { type LoadedRow, loadRow } from '../../stored-rows/load-row.js'
import { rowMutations } from '../../tables/row-mutations.js'
import { REFUSED_COST, attemptWrite, readsRow, writeCost } from './decide-write.js'
import { rowChangeOf } from './recorded-change.js'
import type { BoundWrite } from './bound-write.js'
import type { PreparedGroup, WriteGroup } from './write-group.js'
import { scopeOf } from './write-scope.js'

/** The only write to its partition-key value, with a complete key. */
export interface LoneWrite {
  readonly position: number
  readonly write: BoundWrite
  readonly rowKey: RowKey
}

/** Undefined for a group of several writes, or of one write with a key column still to be generated. */
export const loneWrite = ({ writes }: WriteGroup): LoneWrite | undefined => {
  const [only] = writes
  if (only === undefined || writes.length > 1) return undefined
  const { position, write } = only
  const { rowKey } = write
  return rowKey === undefined ? undefined : { position, write, rowKey }
}

/** Whether the write does not depend on its row, like most puts and deletes. */
export const isBlind = ({ write }: LoneWrite): boolean =>
  !write.table.names.hasChunkedRows && !readsRow(write)

/** The row as far as the decision about a write knows it. */
export interface KnownRow {
  /** Undefined when there is none, or when it was not read. */
  readonly loaded: LoadedRow | undefined
  /** Undefined when the row was not read. */
  readonly head: number | undefined
}

const NOTHING: KnownRow = { loaded: undefined, head: undefined }

/** Decides a blind write without waiting for anything. */
export const prepareBlind = (lone: LoneWrite, now: number): PreparedGroup =>
  decideLone(lone, NOTHING, now)

/** Reads the row of a locked partition-key value if the write depends on it, and decides. */
export const prepareOne = async (
  { store, clock, memory }: Pick<RowParts, 'store' | 'clock' | 'memory'>,
  lone: LoneWrite,
): Promise<PreparedGroup> => {
  const { write, rowKey } = lone
  if (isBlind(lone)) return decideLone(lone, NOTHING, clock.now())
  const { key, partition } = rowKey
  const table = write.table.description.id
  const { values, head } = await store.read({ table, partition, keys: [key], pending: true })
  const [value] = values
  if (value === undefined) return decideLone(lone, { loaded: undefined, head }, clock.now())
  const loading = loadRow(store, write.table, key, value, () => scopeOf([write]), head, memory)
  const loaded = loading instanceof Promise ? await loading : loading
  return decideLone(lone, { loaded, head }, clock.now())
}

/** Decides a write whose row is known as far as the decision depends on it. */
export const decideLone = (
  { position, write, rowKey }: LoneWrite,
  { loaded, head }: KnownRow,
  now: number,
): PreparedGroup => {
  const { table } = write
  const { key, partition } = rowKey
  const columns = keyValues(write.primaryKey)
  const decision = attemptWrite(write, loaded?.row, columns, now)
  if (decision.kind === 'refused') {
    const { error } = decision
    const result = { isOk: false, consumed: REFUSED_COST, error } as const
    return { table, names: [], head: head ?? 0, commit: undefined, results: [{ position, result }] }
  }
  const consumed = writeCost(write, columns)
  const row = decision.kind === 'write' ? decision.row : loaded?.row
  const results = [{ position, result: { isOk: true, consumed, key: columns, row } as const }]
  if (decision.kind === 'nothing')
    return { table, names: [], head: head ?? 0, commit: undefined, results }
  const replaced = write.kind !== 'UPDATE'
  const mutations = rowMutations(table, { key, loaded, current: row, replaced })
  const names = table.names.unsaved()
  const commit = {
    table: table.description.id,
    partition,
    expectedHead: head,
    token: undefined,
    mutations: names.length === 0 ? mutations : [...mutations, ...names],
    record: encodeChangeRecord([rowChangeOf(write, key, decision.stamp)]),
  }
  return { table, names, commit, head: head ?? 0, results }
}
