import { NOT_PLAIN, type UpdateRowReply, type UpdateRowRequest } from '@rowhouse/protocol'
import { unitsOf } from '../../capacity/capacity-units.js'
import type { Table } from '../../tables/table-description.js'
import type { RowParts } from '../row-parts.js'
import { returnsNothing, takesDirectWrites } from './direct-writes.js'
import { hasAllThatIsStored, holdsAtOnce, isConditional, readRowAtOnce } from './row-at-once.js'

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
  const table = engine.catalog.find(instance, tableName)
  if (table === undefined || !takesUpdates(table)) return undefined
  // Units would have to be taken now, and given back later.
  if (traffic.throttles(table)) return undefined
  if (!encoder.begin(table, request.rowChange) || !isFree(engine, table)) return undefined
  const row = readRowAtOnce(store, table, encoder.key.partition, encoder.key.row)
  if (row === undefined || !holdsAtOnce(condition, table, row)) return undefined
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

const takesUpdates = (table: Table): boolean =>
  table.description.options.allowUpdate && hasAllThatIsStored(table) && takesDirectWrites(table)

/** Whether nobody else is at the partition-key value. */
const isFree = ({ updates, locks, transactions }: RowParts, table: Table): boolean => {
  if (!locks.isAnyHeld && !transactions.isAny) return true
  const { id } = table.description
  const { partition } = updates.key
  return !locks.isHeld(id, partition) && !transactions.holds(id, partition)
}
