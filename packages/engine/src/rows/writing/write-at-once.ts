import { expectDefined } from '@rowhouse/platform'
import type { RowParts } from '../row-parts.js'
import { decodeStoredRow, RowKind, rowKind } from '../../stored-rows/row-codec.js'
import type { Table } from '../../tables/table-description.js'
import type { BoundWrite } from './bound-write.js'
import { charge, commitAll } from './commit-groups.js'
import { readsRow } from './decide-write.js'
import { decideLone } from './prepare-one.js'
import type { PreparedGroup, WriteGroup, WriteResult } from './write-group.js'

/**
 * The short way for one write that depends on its row, when the row is in memory: it is read, decided and
 * appended to the log in one turn of the event loop, so it takes no lock. It is enough that nobody holds the
 * lock of its partition-key value, or a transaction on it. Undefined for writes that go the general way.
 */
export const writeAtOnce = (
  engine: RowParts,
  write: BoundWrite,
): Promise<WriteResult | undefined> | undefined => {
  const { rowKey, table } = write
  if (rowKey === undefined || !readsRow(write) || !isFree(engine, table, rowKey.partition))
    return undefined
  const { key, partition } = rowKey
  const found = engine.store.readAtOnce?.(table.description.id, partition, key)
  if (found === undefined) return undefined
  const { head, value } = found
  if (value !== undefined && rowKind(value) !== RowKind.WHOLE) return undefined
  const loaded =
    value === undefined
      ? undefined
      : { row: decodeStoredRow(value, table.names), chunks: undefined }
  const prepared = decideLone({ position: 0, write, rowKey }, { loaded, head }, engine.clock.now())
  const group = { table, partition, isAtomic: false, writes: [{ position: 0, write }] }
  return committed(engine, group, prepared)
}

/** Whether the write may be decided now: its partition takes it, and nobody else is at its value. */
const isFree = (
  { traffic, locks, transactions }: RowParts,
  table: Table,
  partition: Buffer,
): boolean => {
  const { id } = table.description
  // Units would have to be taken now, and given back later.
  if (traffic.throttles(table)) return false
  if (locks.isAnyHeld && locks.isHeld(id, partition)) return false
  if (transactions.isAny && transactions.holds(id, partition)) return false
  return traffic.isOpen(table, table.partitions.find(partition, 0), 'write')
}

/** Undefined when the log has lost what the decision was based on, so that the write must be decided anew. */
const committed = async (
  engine: RowParts,
  group: WriteGroup,
  prepared: PreparedGroup,
): Promise<WriteResult | undefined> => {
  const [outcome] = await commitAll(engine, [prepared])
  if (outcome === 'conflict') return undefined
  charge(engine, group, prepared)
  const wait = engine.indexes.afterWrite(group.table)
  if (wait !== undefined) await wait
  const [only] = prepared.results
  return expectDefined(only, 'every write has a result').result
}
