import { expectDefined } from '@rowhouse/platform'
import { type CapacityUnit, errors } from '@rowhouse/protocol'
import type { RowParts } from '../row-parts.js'
import { checkScope, withinTransaction, writeWithin } from '../within-transaction.js'
import { bindWrite } from './bind-write.js'
import { executeWrites } from './execute-writes.js'
import { returnedRow } from './returned-row.js'
import { writeAtOnce } from './write-at-once.js'
import type { BoundWrite, RowWrite } from './bound-write.js'
import type { WriteResult } from './write-group.js'

/** The common part of PutRow, UpdateRow and DeleteRow, after their own checks. */
export const writeRow = async (
  engine: RowParts,
  instance: string,
  request: { readonly tableName: string; readonly transactionId: string | undefined },
  write: RowWrite,
): Promise<{ consumed: CapacityUnit; row: Buffer | undefined }> => {
  const table = engine.catalog.find(instance, request.tableName)
  if (table === undefined) throw errors.objectNotExist()
  const bound = bindWrite(table, write, engine.clock.now())
  const atOnce = request.transactionId === undefined ? writeAtOnce(engine, bound) : undefined
  const decided = atOnce === undefined ? undefined : await atOnce
  const result = decided ?? (await execute(engine, instance, request.transactionId, bound))
  engine.meter.add(instance, request.tableName, result.consumed.read, result.consumed.write)
  if (!result.isOk) throw result.error
  return { consumed: result.consumed, row: returnedRow(bound, result) }
}

const execute = async (
  engine: RowParts,
  instance: string,
  transactionId: string | undefined,
  write: BoundWrite,
): Promise<WriteResult> => {
  const [only] =
    transactionId === undefined
      ? await executeWrites(engine, [write])
      : await withinTransaction(engine, instance, transactionId, (transaction) => {
          checkScope(transaction, write.table, write.primaryKey)
          return writeWithin(engine, transaction, [write])
        })
  return expectDefined(only, 'every write has a result')
}
