import {
  type DescribeTableReply,
  type DescribeTableRequest,
  type IndexMeta,
  type Variant,
  checkTableName,
  encodeRow,
  errors,
  plainCell,
} from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'
import { partitionKeyValue } from '../keys/decode-key.js'
import { invariant } from '@rowhouse/platform'
import { describeThroughput } from './reserved-throughput.js'
import { describeStream } from './stream-specification.js'
import { describeOptions } from './check-table-options.js'
import type { TableDescription } from './table-description.js'

export const describeTable = async (
  engine: TableParts,
  instance: string,
  request: DescribeTableRequest,
): Promise<DescribeTableReply> => {
  checkTableName(request.tableName)
  engine.tableOperations.admit(instance)
  const table = engine.catalog.find(instance, request.tableName)
  if (table === undefined) throw errors.objectNotExist()
  const { description, partitions } = table
  return {
    tableMeta: {
      tableName: description.name,
      primaryKey: description.primaryKey,
      definedColumns: description.definedColumns,
    },
    reservedThroughputDetails: describeThroughput(description.reserved, engine.clock),
    tableOptions: describeOptions(description.options),
    tableStatus: 'ACTIVE',
    streamDetails: describeStream(description.stream),
    shardSplits: partitions.all
      .slice(1)
      .map(({ start }) => splitRow(description, partitionKeyValue(start))),
    sseDetails: description.sse,
    indexMetas: description.indexes.map((meta) => withPhase(engine, instance, meta)),
    creationTime: description.createdAt,
  }
}

/** The index with its present phase. */
const withPhase = (engine: TableParts, instance: string, meta: IndexMeta): IndexMeta => {
  const index = engine.catalog.find(instance, meta.name)
  return { ...meta, syncPhase: index && engine.indexes.phaseOf(index) }
}

/** A split point is sent as a row that has the first key column only, with the point as its value. */
const splitRow = (description: TableDescription, value: Variant): Buffer => {
  const first = description.primaryKey[0]
  invariant(first !== undefined, 'a table has a partition key')
  const cell = plainCell(first.name, value)
  return encodeRow({ primaryKey: [cell], cells: [], deleteMarker: false })
}
