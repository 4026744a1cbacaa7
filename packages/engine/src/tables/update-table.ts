import {
  type UpdateTableReply,
  type UpdateTableRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'
import { invariant } from '@rowhouse/platform'
import { checkIndexedOptions, indexOptions } from './index-descriptions.js'
import {
  changeThroughput,
  checkChangeAllowed,
  checkChangeInterval,
  checkChangedThroughput,
  describeThroughput,
} from './reserved-throughput.js'
import { searchIndexObstacle } from './search-index-rules.js'
import { changeStream, checkStream, describeStream } from './stream-specification.js'
import { changeOptions, checkChangedOptions, describeOptions } from './check-table-options.js'
import type { TableDescription } from './table-description.js'

export const updateTable = async (
  engine: TableParts,
  instance: string,
  request: UpdateTableRequest,
): Promise<UpdateTableReply> => {
  checkTableName(request.tableName)
  engine.tableOperations.admit(instance)
  checkRequest(request)
  let changed: TableDescription | undefined
  await engine.catalog.changeTogether(instance, () => {
    const current = engine.catalog.find(instance, request.tableName)
    if (current === undefined) throw errors.objectNotExist()
    const { description } = current
    if (description.index !== undefined) throw errors.changeOfIndex(description.name)
    changed = changeTable(engine, description, request)
    const indexes = indexesOf(engine, instance, changed)
    return { put: [changed, ...indexes], removed: [] }
  })
  invariant(changed !== undefined, 'a change that was stored has a result')
  return {
    reservedThroughputDetails: describeThroughput(changed.reserved, engine.clock),
    tableOptions: describeOptions(changed.options),
    streamDetails: describeStream(changed.stream),
  }
}

/** The descriptions of the table's indexes, with its new options. */
const indexesOf = (
  { catalog }: TableParts,
  instance: string,
  { indexes, options }: TableDescription,
): TableDescription[] =>
  indexes.flatMap(({ name }) => {
    const index = catalog.find(instance, name)?.description
    return index === undefined ? [] : [{ ...index, options: indexOptions(options) }]
  })

const checkRequest = (request: UpdateTableRequest): void => {
  const options = checkChangedOptions(request.tableOptions)
  if (request.reservedThroughput !== undefined) checkChangedThroughput(request.reservedThroughput)
  if (request.streamSpec !== undefined) checkStream(request.streamSpec)
  const nothing =
    options === undefined &&
    request.reservedThroughput === undefined &&
    request.streamSpec === undefined
  if (nothing) throw errors.parameterInvalid('No parameter is specified in table options.')
}

/** Changes only what the request gives. */
const changeTable = (
  engine: TableParts,
  current: TableDescription,
  request: UpdateTableRequest,
): TableDescription => {
  const now = engine.clock.now()
  const nowSeconds = Math.floor(now / 1000)
  const throughput = request.reservedThroughput
  if (throughput !== undefined) {
    checkChangeAllowed(engine, current.instance)
    checkChangeInterval(engine, current.reserved, nowSeconds)
  }
  const options = changeOptions(current.options, request.tableOptions)
  const obstacle = searchIndexObstacle(options, current.searchIndexes)
  if (obstacle !== undefined) throw obstacle
  checkIndexedOptions(options, current.indexes)
  return {
    ...current,
    options,
    reserved:
      throughput === undefined
        ? current.reserved
        : changeThroughput(current.reserved, throughput, nowSeconds),
    stream: changeStream(current.name, current.stream, request.streamSpec, BigInt(now) * 1000n),
  }
}
