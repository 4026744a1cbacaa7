import type { BatchGetRowReply, BatchGetRowRequest } from '../operations/batch-get-row.js'
import type { BatchWriteRowReply, BatchWriteRowRequest } from '../operations/batch-write-row.js'
import type { CreateTableRequest } from '../operations/create-table.js'
import type { DescribeTableReply } from '../operations/describe-table.js'
import type { GetRangeReply, GetRangeRequest } from '../operations/get-range.js'
import type {
  CapacityUnit,
  Condition,
  DefinedColumnSchema,
  IndexMeta,
  ReservedThroughput,
  ReservedThroughputDetails,
  ReturnContent,
  TableMeta,
} from '../operations/shared.js'
import type { UpdateTableReply, UpdateTableRequest } from '../operations/update-table.js'

/**
 * Our messages in the form of the published schema, with its field names and its numbers for enums. This
 * is written independently of the codecs, so that tests compare two descriptions of one thing.
 */
type Form = object

const rowExistence = { IGNORE: 0, EXPECT_EXIST: 1, EXPECT_NOT_EXIST: 2 }
const returnType = { RT_NONE: 0, RT_PK: 1, RT_AFTER_MODIFY: 2 }
const blockType = { DBT_PLAIN_BUFFER: 0, DBT_SIMPLE_ROW_MATRIX: 1 }
const operationType = { PUT: 1, UPDATE: 2, DELETE: 3 }
const keyType = { INTEGER: 1, STRING: 2, BINARY: 3 }
const columnType = { INTEGER: 1, DOUBLE: 2, BOOLEAN: 3, STRING: 4, BLOB: 7 }

function conditionForm(condition: Condition): Form {
  return { ...condition, rowExistence: rowExistence[condition.rowExistence] }
}

function returnContentForm(content: ReturnContent | undefined): Form | undefined {
  return content && { ...content, returnType: returnType[content.returnType] }
}

interface Conditional {
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
}

export function writeRequestForm<T extends Conditional>(request: T): Form {
  return {
    ...request,
    condition: conditionForm(request.condition),
    returnContent: returnContentForm(request.returnContent),
  }
}

export function consumedForm<T extends { readonly consumed: CapacityUnit }>(message: T): Form {
  return { ...message, consumed: { capacityUnit: message.consumed } }
}

export function getRangeRequestForm(request: GetRangeRequest): Form {
  return {
    ...request,
    direction: request.direction === 'FORWARD' ? 0 : 1,
    dataBlockTypeHint: blockType[request.dataBlockTypeHint],
  }
}

export function getRangeReplyForm(reply: GetRangeReply): Form {
  return { ...consumedForm(reply), dataBlockType: blockType[reply.dataBlockType] }
}

export function batchGetRowRequestForm(request: BatchGetRowRequest): Form {
  return {
    tables: request.tables.map(({ primaryKeys, tokens, ...table }) => ({
      ...table,
      primaryKey: primaryKeys,
      token: tokens,
    })),
  }
}

export function batchReplyForm(reply: BatchGetRowReply | BatchWriteRowReply): Form {
  return {
    tables: reply.tables.map((table) => ({ ...table, rows: table.rows.map(consumedForm) })),
  }
}

export function batchWriteRowRequestForm(request: BatchWriteRowRequest): Form {
  return {
    ...request,
    isAtomic: request.isAtomic || undefined,
    tables: request.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => ({
        ...writeRequestForm(row),
        type: typeof row.type === 'string' ? operationType[row.type] : row.type.unknown,
      })),
    })),
  }
}

function tableMetaForm(meta: TableMeta): Form {
  return {
    tableName: meta.tableName,
    primaryKey: meta.primaryKey.map(({ name, type, autoIncrement }) => ({
      name,
      type: typeof type === 'string' ? keyType[type] : type.unknown,
      option: autoIncrement ? 1 : undefined,
    })),
    definedColumn: meta.definedColumns.map(definedColumnForm),
  }
}

export function definedColumnForm(column: DefinedColumnSchema): Form {
  return { name: column.name, type: columnType[column.type] }
}

function throughputForm(reserved: ReservedThroughput | undefined): Form | undefined {
  return reserved && { capacityUnit: reserved }
}

function throughputDetailsForm(details: ReservedThroughputDetails): Form {
  const { lastIncreaseTime, lastDecreaseTime, numberOfDecreasesToday } = details
  return {
    capacityUnit: details.capacityUnit,
    lastIncreaseTime: String(lastIncreaseTime),
    lastDecreaseTime: lastDecreaseTime === undefined ? undefined : String(lastDecreaseTime),
    numberOfDecreasesToday,
  }
}

export function indexMetaForm(index: IndexMeta): Form {
  return {
    name: index.name,
    primaryKey: index.primaryKey,
    definedColumn: index.definedColumns,
    indexUpdateMode: index.updateMode === 'ASYNC' ? 0 : 1,
    indexType: index.type === 'GLOBAL' ? 0 : 1,
    indexSyncPhase: index.syncPhase && { FULL: 1, INCR: 2 }[index.syncPhase],
  }
}

export function createTableRequestForm(request: CreateTableRequest): Form {
  return {
    ...request,
    tableMeta: tableMetaForm(request.tableMeta),
    reservedThroughput: throughputForm(request.reservedThroughput),
    indexMetas: request.indexMetas.map(indexMetaForm),
    enableLocalTxn: request.enableLocalTxn || undefined,
  }
}

export function updateTableRequestForm(request: UpdateTableRequest): Form {
  return { ...request, reservedThroughput: throughputForm(request.reservedThroughput) }
}

export function updateTableReplyForm(reply: UpdateTableReply): Form {
  const { columnsToGet, ...stream } = reply.streamDetails
  return {
    ...reply,
    reservedThroughputDetails: throughputDetailsForm(reply.reservedThroughputDetails),
    streamDetails: { ...stream, columnToGet: columnsToGet },
  }
}

export function describeTableReplyForm(reply: DescribeTableReply): Form {
  return {
    ...reply,
    ...updateTableReplyForm(reply),
    tableMeta: tableMetaForm(reply.tableMeta),
    tableStatus: reply.tableStatus === 'ACTIVE' ? 1 : 5,
    indexMetas: reply.indexMetas.map(indexMetaForm),
  }
}
