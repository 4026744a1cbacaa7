import {
  type GetRowReply,
  type GetRowRequest,
  checkTableName,
  decodeRow,
  errors,
} from '@rowhouse/protocol'
import { unitsOf } from '../capacity/capacity-units.js'
import type { RowParts } from './row-parts.js'
import { checkScope, inside, withinTransaction } from './within-transaction.js'
import { checkKeySchema, parseReadKey } from '../tables/check-key.js'
import { readRow } from './reading/read-row.js'
import { oldestLiveTimestamp } from '../stored-rows/expiry-rules.js'
import { parseSelection } from './reading/row-selection.js'

/** Reads one row by its whole primary key; a missing row is an empty answer, not an error. */
export const getRow = async (
  engine: RowParts,
  instance: string,
  request: GetRowRequest,
): Promise<GetRowReply> => {
  checkTableName(request.tableName)
  const table = engine.catalog.find(instance, request.tableName)
  const key = parseReadKey(decodeRow(request.primaryKey, engine.nameCache), table)
  const selection = parseSelection(request)
  // The official clients expect this code here, and OTSObjectNotExist from writes.
  if (table === undefined) throw errors.parameterInvalid('Requested table does not exist.')
  checkKeySchema(key, table.description)
  if (table.description.index !== undefined) engine.indexes.checkReadable(table)
  const oldestLive = oldestLiveTimestamp(table.description.options.timeToLive, engine.clock.now())
  const reading = { table, selection, oldestLive }
  const read =
    request.transactionId === undefined
      ? readRow(engine, reading, key)
      : withinTransaction(engine, instance, request.transactionId, (transaction) => {
          checkScope(transaction, table, key)
          return readRow(inside(engine, transaction), reading, key)
        })
  // A row in memory is read without waiting.
  const { row, bytes, before } = read instanceof Promise ? await read : read
  const units = unitsOf(bytes)
  engine.meter.add(instance, request.tableName, units, 0)
  return { consumed: { read: units, write: 0 }, row, before }
}
