import { encodeChangeRecord } from '../../log/change-record.js'
import { invariant } from '../../platform/invariant.js'
import type { Table } from '../../tables/table.js'
import { keyValues } from '../check-key.js'
import { REFUSED_COST, decideWrite, readsRow, writeCost } from './decide-write.js'
import { rowChangeOf } from './row-change.js'
import { rowMutations } from '../stored/row-mutations.js'
import type { PreparedGroup, WriteGroup, WriteResult } from './write-group.js'

/** Whether a group is one write that need not know the row: most puts and deletes. */
export const isBlind = ({ table, writes }: WriteGroup): boolean => {
  const write = writes[0]?.write
  return (
    writes.length === 1 &&
    write?.rowKey !== undefined &&
    !table.names.hasChunkedRows &&
    !readsRow(write)
  )
}

/** Decides a blind write without waiting for anything. */
export const prepareBlind = (
  { table, partition, writes }: WriteGroup,
  now: number,
): PreparedGroup => {
  const [only] = writes
  const rowKey = only?.write.rowKey
  invariant(only !== undefined && rowKey !== undefined, 'a blind group is one write with its key')
  const { position, write } = only
  const { key } = rowKey
  const columns = keyValues(write.primaryKey)
  const decision = decideWrite(write, undefined, columns, now)
  if (decision.kind !== 'write') return refused(table, position, decision)
  const { row, stamp } = decision
  const mutations = rowMutations(table, { key, loaded: undefined, current: row, replaced: true })
  const names = table.names.unsaved()
  const consumed = writeCost(write, columns)
  return {
    table,
    names,
    head: 0,
    commit: {
      table: table.description.id,
      partition,
      expectedHead: undefined,
      token: undefined,
      mutations: names.length === 0 ? mutations : [...mutations, ...names],
      record: encodeChangeRecord([rowChangeOf(write, key, stamp)]),
    },
    results: [{ position, result: { isOk: true, consumed, key: columns, row } }],
  }
}

const refused = (
  table: Table,
  position: number,
  decision: Exclude<ReturnType<typeof decideWrite>, { kind: 'write' }>,
): PreparedGroup => {
  invariant(decision.kind === 'refused', 'a blind write is refused or written')
  const result: WriteResult = { isOk: false, consumed: REFUSED_COST, error: decision.error }
  return { table, names: [], head: 0, commit: undefined, results: [{ position, result }] }
}
