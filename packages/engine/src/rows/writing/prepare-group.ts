import { type Variant, integerVariant } from '@rowhouse/protocol'
import type { RowParts } from '../row-parts.js'
import { encodeRowKey } from '../../keys/encode-key.js'
import { Space } from '../../keys/spaces.js'
import { type RowChange, encodeChangeRecord } from '../../log/change-record.js'
import type { Mutation, PartitionCommit } from '../../partitions/partition-store.js'
import { invariant } from '@rowhouse/platform'
import { REFUSED_COST, attemptWrite, readsRow, writeCost } from './decide-write.js'
import { type LoadedRow, loadRow } from '../../stored-rows/load-row.js'
import { rowChangeOf } from './recorded-change.js'
import { scopeOf } from './write-scope.js'
import type { BoundWrite } from './bound-write.js'
import { rowMutations } from '../../tables/row-mutations.js'
import type { StoredRow } from '../../stored-rows/stored-row.js'
import type { Table } from '../../tables/table-description.js'
import type { PreparedGroup, WriteGroup, WriteResult } from './write-group.js'

/** A row of the group while its writes are decided. */
interface RowState {
  readonly key: Buffer
  readonly loaded: LoadedRow | undefined
  current: StoredRow | undefined
  changed: boolean
  /** Whether a put or delete has discarded all loaded cells. */
  replaced: boolean
}

interface KeyedWrite {
  readonly position: number
  readonly write: BoundWrite
  readonly columns: readonly Variant[]
  readonly key: Buffer
  readonly name: string
}

/**
 * Reads the rows that the writes of a locked partition-key value depend on, and decides the writes in
 * order.
 */
export const prepareGroup = async (engine: RowParts, group: WriteGroup): Promise<PreparedGroup> => {
  const { table, partition } = group
  const counter = group.writes.some(({ write }) => write.generatedColumn !== undefined)
    ? await readCounter(engine, group)
    : undefined
  const writes = keyWrites(group, counter?.last ?? 0n)
  const { states, head } = await loadStates(engine, group, writes)
  const now = engine.clock.now()
  const changes: RowChange[] = []
  const results = writes.map((write) => ({
    position: write.position,
    result: decide(states, write, now, changes),
  }))
  const seen = Math.max(head ?? 0, counter?.head ?? 0)
  const failure = group.isAtomic ? results.find(({ result }) => !result.isOk)?.result : undefined
  if (failure !== undefined)
    return { ...untouched(table, seen), results: failAll(results, failure) }
  const mutations: Mutation[] = []
  for (const state of states.values())
    if (state.changed) mutations.push(...rowMutations(table, state))
  if (counter !== undefined && mutations.length > 0)
    mutations.push({ key: counter.key, value: counterValue(writes, counter.last) })
  const names = table.names.unsaved()
  if (mutations.length === 0) return { ...untouched(table, seen), results }
  const commit: PartitionCommit = {
    table: table.description.id,
    partition,
    expectedHead: head ?? counter?.head,
    token: undefined,
    mutations: names.length === 0 ? mutations : [...mutations, ...names],
    record: encodeChangeRecord(changes),
  }
  return { table, names, commit, head: seen, results }
}

const untouched = (table: Table, head: number): Omit<PreparedGroup, 'results'> => ({
  table,
  names: [],
  commit: undefined,
  head,
})

const failAll = (
  results: PreparedGroup['results'],
  failure: WriteResult,
): PreparedGroup['results'] => results.map(({ position }) => ({ position, result: failure }))

/** The last generated key of the partition-key value; the next one is larger by one. */
const readCounter = async (
  engine: RowParts,
  { table, partition }: WriteGroup,
): Promise<{ key: Buffer; last: bigint; head: number }> => {
  const key = Buffer.concat([Buffer.of(Space.COUNTERS), partition])
  const { values, head } = await engine.store.read({
    table: table.description.id,
    partition,
    keys: [key],
    pending: true,
  })
  const stored = values[0]
  return { key, last: stored === undefined ? 0n : stored.readBigInt64LE(0), head }
}

const counterValue = (writes: readonly KeyedWrite[], last: bigint): Buffer => {
  const value = Buffer.allocUnsafe(8)
  const generated = writes.filter(({ write }) => write.generatedColumn !== undefined).length
  value.writeBigInt64LE(last + BigInt(generated))
  return value
}

const keyWrites = (group: WriteGroup, lastGenerated: bigint): KeyedWrite[] => {
  let generated = lastGenerated
  return group.writes.map(({ position, write }) => {
    const columns = write.primaryKey.map(({ value }, index) => {
      if (index === write.generatedColumn) return integerVariant(++generated)
      invariant(value !== undefined, 'a key column has a value')
      return value
    })
    const { key } = write.rowKey ?? encodeRowKey(columns)
    return { position, write, columns, key, name: key.toString('latin1') }
  })
}

/** The writes of one row, in the order of the request. */
interface WritesOfRow {
  readonly key: Buffer
  readonly name: string
  readonly writes: KeyedWrite[]
}

/** Reads the rows that decisions depend on; the others begin with a blank state. */
const loadStates = async (
  engine: RowParts,
  { table, partition }: WriteGroup,
  writes: readonly KeyedWrite[],
): Promise<{ states: Map<string, RowState>; head: number | undefined }> => {
  const states = new Map<string, RowState>()
  const wanted = new Map<string, WritesOfRow>()
  for (const write of writes) {
    const others = wanted.get(write.name)
    if (others === undefined)
      wanted.set(write.name, { key: write.key, name: write.name, writes: [write] })
    else others.writes.push(write)
  }
  const toRead = [...wanted.values()].filter(
    ({ writes: same }) => table.names.hasChunkedRows || same.some(({ write }) => readsRow(write)),
  )
  for (const { key, name } of wanted.values()) states.set(name, blankState(key))
  if (toRead.length === 0) return { states, head: undefined }
  const keys = toRead.map(({ key }) => key)
  const view = await engine.store.read({
    table: table.description.id,
    partition,
    keys,
    pending: true,
  })
  for (const [index, { key, name, writes: same }] of toRead.entries()) {
    const value = view.values[index]
    if (value === undefined) continue
    const loaded = await loadRow(
      engine.store,
      table,
      key,
      value,
      () => scopeOf(same.map(({ write }) => write)),
      view.head,
      engine.memory,
    )
    states.set(name, {
      key,
      loaded,
      current: loaded.row,
      changed: false,
      replaced: false,
    })
  }
  return { states, head: view.head }
}

const blankState = (key: Buffer): RowState => ({
  key,
  loaded: undefined,
  current: undefined,
  changed: false,
  replaced: false,
})

const decide = (
  states: ReadonlyMap<string, RowState>,
  { write, columns, key, name }: KeyedWrite,
  now: number,
  changes: RowChange[],
): WriteResult => {
  const state = states.get(name)
  invariant(state !== undefined, 'every write has the state of its row')
  const decision = attemptWrite(write, state.current, columns, now)
  if (decision.kind === 'refused')
    return { isOk: false, consumed: REFUSED_COST, error: decision.error }
  if (decision.kind === 'write') {
    state.current = decision.row
    state.changed = true
    state.replaced ||= write.kind !== 'UPDATE'
    changes.push(rowChangeOf(write, key, decision.stamp))
  }
  return { isOk: true, consumed: writeCost(write, columns), key: columns, row: state.current }
}
