import {
  type UpdateTableReply,
  type UpdateTableRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { Engine } from '../engine.js'
import { invariant } from '../platform/invariant.js'
import {
  changeThroughput,
  checkChangeInterval,
  checkChangedThroughput,
  describeThroughput,
} from './reserved-throughput.js'
import { searchIndexObstacle } from './search-index-rules.js'
import { changeStream, checkStream, describeStream } from './stream-specification.js'
import { changeOptions, checkChangedOptions, describeOptions } from './table-options.js'
import type { TableDescription } from './table.js'

export const updateTable = async (
  engine: Engine,
  instance: string,
  request: UpdateTableRequest,
): Promise<UpdateTableReply> => {
  checkTableName(request.tableName)
  engine.tableOperations.admit(instance)
  checkRequest(request)
  let changed: TableDescription | undefined
  await engine.catalog.change(instance, request.tableName, (current) => {
    if (current === undefined) throw errors.objectNotExist()
    changed = changeTable(engine, current.description, request)
    return changed
  })
  invariant(changed !== undefined, 'a change that was stored has a result')
  return {
    reservedThroughputDetails: describeThroughput(changed.reserved),
    tableOptions: describeOptions(changed.options),
    streamDetails: describeStream(changed.stream),
  }
}

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

/** Only what is given changes; the rest stays. */
const changeTable = (
  engine: Engine,
  current: TableDescription,
  request: UpdateTableRequest,
): TableDescription => {
  const now = engine.clock.now()
  const nowSeconds = Math.floor(now / 1000)
  const throughput = request.reservedThroughput
  if (throughput !== undefined) checkChangeInterval(engine, current.reserved, nowSeconds)
  const options = changeOptions(current.options, request.tableOptions)
  const obstacle = searchIndexObstacle(options, current.searchIndexes)
  if (obstacle !== undefined) throw obstacle
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
