import {
  type Condition,
  NOT_PLAIN,
  TablestoreError,
  type UpdateRowReply,
  type UpdateRowRequest,
} from '@rowhouse/protocol'
import { unitsOf } from '../../capacity/capacity-units.js'
import type { VersionsOf } from '../../conditions/compile-filter.js'
import { RowCursor, RowKind, rowKind } from '../../stored-rows/row-codec.js'
import type { Table } from '../../tables/table-description.js'
import type { RowParts } from '../row-parts.js'
import type { ColumnCondition } from './bound-write.js'
import { parseColumnCondition } from './check-write.js'
import { returnsNothing, takesDirectWrites } from './direct-writes.js'

/**
 * The short way for an update that only puts cells, when its row is in memory: it is read, decided and
 * appended to the log within one turn of the event loop, from the request's bytes and the row's to the
 * log's. Like the short way of puts it takes what is ordinary and allowed. Everything else returns
 * undefined and goes the general way, also an update whose condition does not hold.
 */
export const updateDirectly = (
  engine: RowParts,
  instance: string,
  request: UpdateRowRequest,
): Promise<UpdateRowReply> | undefined => {
  const { store, updates: encoder, traffic } = engine
  const { tableName, condition } = request
  if (store.commitWritten === undefined || store.readAtOnce === undefined) return undefined
  if (request.transactionId !== undefined || !returnsNothing(request.returnContent))
    return undefined
  // Units would have to be taken now, and given back later.
  if (traffic.isThrottled) return undefined
  const table = engine.catalog.find(instance, tableName)
  if (table === undefined || !takesUpdates(table)) return undefined
  if (!encoder.begin(table, request.rowChange) || !isFree(engine, table)) return undefined
  const { id } = table.description
  const found = store.readAtOnce(id, encoder.key.partition, encoder.key.row)
  if (found === undefined) return undefined
  const { value } = found
  if (value !== undefined && rowKind(value) !== RowKind.WHOLE) return undefined
  const row = value === undefined ? undefined : new RowCursor(table.names)
  if (value !== undefined) row?.begin(value)
  if (!holds(condition, table, row)) return undefined
  const bytes = encoder.update(table, row, engine.clock.now())
  const partition = table.partitions.find(encoder.key.bytes, 1)
  if (bytes === NOT_PLAIN || !traffic.isOpen(table, partition, 'write')) return undefined
  const consumed = { read: isConditional(condition) ? 1 : 0, write: unitsOf(bytes) }
  if (consumed.read > 0) traffic.charge(table, partition, 'read', 1, consumed.read, 0)
  traffic.row(table, partition, 'write', encoder.key.bytes, 1, consumed.write, bytes)
  return store.commitWritten(encoder.finish()).then(() => {
    engine.meter.add(instance, tableName, consumed.read, consumed.write)
    const reply = { consumed, row: undefined }
    return engine.indexes.afterWrite(table)?.then(() => reply) ?? reply
  })
}

/** With several versions of a column, or with a time to live, old cells are not only kept or replaced. */
const takesUpdates = (table: Table): boolean => {
  const { allowUpdate, maxVersions, timeToLive } = table.description.options
  return allowUpdate && maxVersions === 1 && timeToLive < 0 && takesDirectWrites(table)
}

/** Whether nobody else is at the partition-key value. */
const isFree = ({ updates, locks, transactions }: RowParts, table: Table): boolean => {
  if (!locks.isAnyHeld && !transactions.isAny) return true
  const { id } = table.description
  const { partition } = updates.key
  return !locks.isHeld(id, partition) && !transactions.holds(id, partition)
}

const isConditional = ({ rowExistence, columnCondition }: Condition): boolean =>
  rowExistence !== 'IGNORE' || columnCondition !== undefined

/** False also for a condition that is wrong, or one on the key. */
const holds = (condition: Condition, table: Table, row: RowCursor | undefined): boolean => {
  const { rowExistence } = condition
  if (rowExistence !== 'IGNORE' && (rowExistence === 'EXPECT_EXIST') !== (row !== undefined))
    return false
  const columns = parsed(condition)
  if (columns === undefined) return condition.columnCondition === undefined
  if (table.description.primaryKey.some(({ name }) => columns.columns.has(name))) return false
  return columns.holds(newestVersions(row))
}

const parsed = (condition: Condition): ColumnCondition | undefined => {
  try {
    return parseColumnCondition(condition)
  } catch (error) {
    if (error instanceof TablestoreError) return undefined
    throw error
  }
}

/** The first version of each column: the table keeps no other. */
const newestVersions =
  (row: RowCursor | undefined): VersionsOf =>
  (name) => {
    if (row === undefined) return undefined
    row.begin(row.source, true)
    while (row.next())
      if (row.column?.name === name) return [row.source.subarray(row.valueAt, row.valueEnd)]
    return undefined
  }
