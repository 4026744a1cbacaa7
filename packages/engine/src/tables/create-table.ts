import {
  type CreateTableReply,
  type CreateTableRequest,
  type IndexMeta,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'
import { invariant } from '@rowhouse/platform'
import { checkAgainstTable, checkDefinedColumns } from './defined-columns.js'
import { checkIndexMetas, checkIndexedOptions, describeIndex } from './index-descriptions.js'
import { checkPartitions } from './pre-split-partitions.js'
import { checkPrimaryKey } from './primary-key-checks.js'
import { checkNewThroughput } from './reserved-throughput.js'
import { changeStream, checkStream, noStream } from './stream-specification.js'
import { checkNewOptions } from './check-table-options.js'
import type { TableDescription } from './table-description.js'

export const createTable = async (
  engine: TableParts,
  instance: string,
  request: CreateTableRequest,
): Promise<CreateTableReply> => {
  const { tableName } = request.tableMeta
  checkTableName(tableName)
  engine.tableOperations.admit(instance)
  const describe = checkRequest(engine, instance, request)
  const from = engine.store.visibleEnd
  await engine.catalog.changeTogether(instance, (id) => {
    if (engine.catalog.find(instance, tableName) !== undefined) throw errors.objectAlreadyExist()
    const descriptions = describe(id)
    // Each index is a table and counts as one.
    const count = engine.catalog.list(instance).length + descriptions.length
    if (count > limits.TABLES_PER_INSTANCE_MAX) {
      throw errors.tooManyTables(limits.TABLES_PER_INSTANCE_MAX)
    }
    for (const { name } of request.indexMetas) {
      if (engine.catalog.find(instance, name) !== undefined) throw errors.objectAlreadyExist()
    }
    return { put: descriptions, removed: [] }
  })
  for (const { name } of request.indexMetas) {
    const index = engine.catalog.find(instance, name)
    if (index !== undefined) await engine.indexes.added(index, { from, build: false })
  }
  return {}
}

/**
 * Makes the checks that need no other table, in the order of the request's members. The result describes
 * the new tables once the id of the first one is known.
 */
const checkRequest = (
  engine: TableParts,
  instance: string,
  request: CreateTableRequest,
): ((id: number) => TableDescription[]) => {
  const { tableMeta } = request
  const now = engine.clock.now()
  const nowSeconds = Math.floor(now / 1000)
  const name = tableMeta.tableName
  const primaryKey = checkPrimaryKey(name, tableMeta.primaryKey)
  const options = checkNewOptions(request.tableOptions)
  checkDefinedColumns(tableMeta.definedColumns)
  checkAgainstTable(tableMeta.definedColumns, primaryKey, [])
  checkIndexMetas(request.indexMetas)
  checkIndexNames(name, request.indexMetas)
  checkIndexedOptions(options, request.indexMetas)
  const reserved = checkNewThroughput(engine, instance, request.reservedThroughput, nowSeconds)
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
  const main: TableDescription = {
    id: 0,
    instance,
    name,
    primaryKey,
    definedColumns: tableMeta.definedColumns,
    options,
    reserved,
    stream: changeStream(name, noStream, request.streamSpec, createdAt),
    sse: request.sseSpec,
    indexes: request.indexMetas,
    searchIndexes: [],
    nextSearchIndex: 1,
    splitPoints,
    localTransactions: request.enableLocalTxn,
    createdAt,
  }
  // Describing the indexes checks their columns, which comes before the checks against other tables.
  describeAll(main, now, 0)
  return (id) => describeAll(main, now, id)
}

/** The table first, then its indexes. */
const describeAll = (main: TableDescription, now: number, id: number): TableDescription[] => {
  const table = { ...main, id }
  const indexes = main.indexes.map((meta, at) => describeIndex(table, meta, id + 1 + at, true, now))
  return [table, ...indexes]
}

const checkIndexNames = (table: string, indexes: readonly IndexMeta[]): void => {
  const names = new Set([table])
  for (const { name } of indexes) {
    if (names.has(name)) throw errors.objectAlreadyExist()
    names.add(name)
  }
}
