import {
  type CreateTableReply,
  type CreateTableRequest,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { Engine } from '../engine.js'
import { invariant } from '../platform/invariant.js'
import { checkAgainstTable, checkDefinedColumns } from './defined-columns.js'
import { checkIndexMetas } from './index-metas.js'
import { checkPartitions } from './pre-split-partitions.js'
import { checkPrimaryKey } from './primary-key-checks.js'
import { checkNewThroughput } from './reserved-throughput.js'
import { changeStream, checkStream, noStream } from './stream-specification.js'
import { checkNewOptions } from './table-options.js'
import type { TableDescription } from './table.js'

export const createTable = async (
  engine: Engine,
  instance: string,
  request: CreateTableRequest,
): Promise<CreateTableReply> => {
  const { tableName } = request.tableMeta
  checkTableName(tableName)
  engine.tableOperations.admit(instance)
  const describe = checkRequest(request, instance, engine.clock.now())
  await engine.catalog.change(instance, tableName, (current, id) => {
    if (current !== undefined) throw errors.objectAlreadyExist()
    if (engine.catalog.list(instance).length >= limits.TABLES_PER_INSTANCE_MAX) {
      throw errors.tooManyTables(limits.TABLES_PER_INSTANCE_MAX)
    }
    return describe(id)
  })
  return {}
}

/** Everything that can be refused without knowing the other tables, in the order of the members. */
const checkRequest = (
  request: CreateTableRequest,
  instance: string,
  now: number,
): ((id: number) => TableDescription) => {
  const { tableMeta } = request
  const name = tableMeta.tableName
  const primaryKey = checkPrimaryKey(name, tableMeta.primaryKey)
  const options = checkNewOptions(request.tableOptions)
  checkDefinedColumns(tableMeta.definedColumns)
  checkAgainstTable(tableMeta.definedColumns, primaryKey, [])
  checkIndexMetas(request.indexMetas)
  // Indexes are not served yet: a table that silently lacks them would be worse than none.
  if (request.indexMetas.length > 0) throw errors.unsupportedOperation('CreateIndex')
  const reserved = checkNewThroughput(request.reservedThroughput, Math.floor(now / 1000))
  const first = primaryKey[0]
  invariant(first !== undefined, 'a table has a partition key')
  const splitPoints = checkPartitions(request.partitions, first.type)
  if (request.streamSpec !== undefined) checkStream(request.streamSpec)
  if (request.enableLocalTxn && primaryKey.some((column) => column.autoIncrement)) {
    throw errors.parameterInvalid(
      'Auto increment primary key is not supported on a table with local transactions.',
    )
  }
  const createdAt = BigInt(now) * 1000n
  return (id) => ({
    id,
    instance,
    name,
    primaryKey,
    definedColumns: tableMeta.definedColumns,
    options,
    reserved,
    stream: changeStream(name, noStream, request.streamSpec, createdAt),
    sse: request.sseSpec,
    indexes: [],
    searchIndexes: [],
    nextSearchIndex: 1,
    splitPoints,
    localTransactions: request.enableLocalTxn,
    createdAt,
  })
}
