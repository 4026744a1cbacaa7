import { type CapacityUnit, errors } from '@rowhouse/protocol'
import type { Engine } from '../../engine.js'
import { bindWrite } from './bind-write.js'
import { executeWrites } from './execute-writes.js'
import { returnedRow } from './returned-row.js'
import type { RowWrite } from './row-write.js'

/** What PutRow, UpdateRow and DeleteRow have in common once their checks have passed. */
export const writeRow = async (
  engine: Engine,
  instance: string,
  request: { readonly tableName: string; readonly transactionId: string | undefined },
  write: RowWrite,
): Promise<{ consumed: CapacityUnit; row: Buffer | undefined }> => {
  if (request.transactionId !== undefined)
    throw errors.parameterInvalid('TransactionID is invalid.')
  const table = engine.catalog.find(instance, request.tableName)
  if (table === undefined) throw errors.objectNotExist()
  const bound = bindWrite(table, write, engine.clock.now())
  const [result] = await executeWrites(engine, [bound])
  if (result === undefined) throw errors.internalServerError()
  engine.meter.add(instance, request.tableName, result.consumed.read, result.consumed.write)
  if (!result.isOk) throw result.error
  return { consumed: result.consumed, row: returnedRow(bound, result) }
}
