import fc from 'fast-check'
import type { GetRangeReply, GetRangeRequest } from '../operations/get-range.js'
import type {
  CapacityUnit,
  Condition,
  DefinedColumnSchema,
  IndexMeta,
  PrimaryKeySchema,
  ReadSelection,
  ReservedThroughput,
  ReservedThroughputDetails,
  ReturnContent,
  RowError,
  SseSpecification,
  StreamDetails,
  StreamSpecification,
  TableMeta,
  TableOptions,
  TimeRange,
} from '../operations/shared.js'

/** Arbitrary messages in the types of the codecs. */

export const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const texts = fc.array(text, { maxLength: 4 })
const int32 = fc.integer()
const natural = fc.nat()
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const seconds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined })
}

/** Long enough to need length prefixes of one, two and three bytes. */
const bytes = fc
  .oneof(
    { weight: 8, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constant(new Uint8Array(16_384).fill(7)) },
  )
  .map((array) => Buffer.from(array))

const capacityUnit: fc.Arbitrary<CapacityUnit> = fc.record({ read: natural, write: natural })

const condition: fc.Arbitrary<Condition> = fc.record({
  rowExistence: fc.constantFrom('IGNORE', 'EXPECT_EXIST', 'EXPECT_NOT_EXIST'),
  columnCondition: optional(bytes),
})

const returnContent: fc.Arbitrary<ReturnContent> = fc.record({
  returnType: fc.constantFrom('RT_NONE', 'RT_PK', 'RT_AFTER_MODIFY'),
  returnColumnNames: texts,
})

const timeRange: fc.Arbitrary<TimeRange> = fc.record({
  startTime: optional(int64),
  endTime: optional(int64),
  specificTime: optional(int64),
})

const selection: { [K in keyof ReadSelection]: fc.Arbitrary<ReadSelection[K]> } = {
  columnsToGet: texts,
  timeRange: optional(timeRange),
  maxVersions: optional(int32),
  filter: optional(bytes),
  startColumn: optional(text),
  endColumn: optional(text),
}

const rowError: fc.Arbitrary<RowError> = fc.record({ code: text, message: text })

const writeMembers = {
  tableName: text,
  condition,
  returnContent: optional(returnContent),
  transactionId: optional(text),
}

export const putRowRequest = fc.record({ ...writeMembers, row: bytes })
export const updateRowRequest = fc.record({ ...writeMembers, rowChange: bytes })
export const deleteRowRequest = fc.record({ ...writeMembers, primaryKey: bytes })
export const writeReply = fc.record({ consumed: capacityUnit, row: optional(bytes) })

export const getRowRequest = fc.record({
  ...selection,
  tableName: text,
  primaryKey: bytes,
  token: optional(bytes),
  transactionId: optional(text),
})
export const getRowReply = fc.record({ consumed: capacityUnit, row: bytes })

export const getRangeRequest: fc.Arbitrary<GetRangeRequest> = fc.record({
  ...selection,
  tableName: text,
  direction: fc.constantFrom('FORWARD', 'BACKWARD'),
  limit: optional(int32),
  inclusiveStartPrimaryKey: bytes,
  exclusiveEndPrimaryKey: bytes,
  token: optional(bytes),
  transactionId: optional(text),
  dataBlockTypeHint: fc.constantFrom('DBT_PLAIN_BUFFER', 'DBT_SIMPLE_ROW_MATRIX'),
  returnEntirePrimaryKeys: fc.boolean(),
})
export const getRangeReply: fc.Arbitrary<GetRangeReply> = fc.record({
  consumed: capacityUnit,
  rows: bytes,
  nextStartPrimaryKey: optional(bytes.filter((key) => key.length > 0)),
  dataBlockType: fc.constantFrom('DBT_PLAIN_BUFFER', 'DBT_SIMPLE_ROW_MATRIX'),
})

export const batchGetRowRequest = fc.record({
  tables: fc.array(
    fc.record({
      ...selection,
      tableName: text,
      primaryKeys: fc.array(bytes, { maxLength: 4 }),
      tokens: fc.array(bytes, { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
})

const failedRow = fc.record({
  isOk: fc.constant(false as const),
  consumed: capacityUnit,
  error: rowError,
})

export const batchGetRowReply = fc.record({
  tables: tablesOf(
    fc.oneof(
      fc.record({ isOk: fc.constant(true as const), consumed: capacityUnit, row: bytes }),
      failedRow,
    ),
  ),
})

export const batchWriteRowRequest = fc.record({
  tables: tablesOf(
    fc.record({
      type: fc.constantFrom('PUT' as const, 'UPDATE' as const, 'DELETE' as const),
      rowChange: bytes,
      condition,
      returnContent: optional(returnContent),
    }),
  ),
  transactionId: optional(text),
  isAtomic: fc.boolean(),
})

export const batchWriteRowReply = fc.record({
  tables: tablesOf(
    fc.oneof(
      fc.record({ isOk: fc.constant(true as const), consumed: capacityUnit, row: optional(bytes) }),
      failedRow,
    ),
  ),
})

function tablesOf<T>(row: fc.Arbitrary<T>) {
  const table = fc.record({ tableName: text, rows: fc.array(row, { maxLength: 5 }) })
  return fc.array(table, { maxLength: 3 })
}

const primaryKeySchema: fc.Arbitrary<PrimaryKeySchema> = fc.record({
  name: text,
  type: fc.constantFrom('INTEGER', 'STRING', 'BINARY'),
  autoIncrement: fc.boolean(),
})

const definedColumn: fc.Arbitrary<DefinedColumnSchema> = fc.record({
  name: text,
  type: fc.constantFrom('INTEGER', 'DOUBLE', 'BOOLEAN', 'STRING', 'BLOB'),
})

const tableMeta: fc.Arbitrary<TableMeta> = fc.record({
  tableName: text,
  primaryKey: fc.array(primaryKeySchema, { maxLength: 4 }),
  definedColumns: fc.array(definedColumn, { maxLength: 4 }),
})

const reservedThroughput: fc.Arbitrary<ReservedThroughput> = fc.record({
  read: optional(int32),
  write: optional(int32),
})

const reservedThroughputDetails: fc.Arbitrary<ReservedThroughputDetails> = fc.record({
  capacityUnit,
  lastIncreaseTime: seconds,
  lastDecreaseTime: optional(seconds),
  numberOfDecreasesToday: int32,
})

const tableOptions: fc.Arbitrary<TableOptions> = fc.record({
  timeToLive: optional(int32),
  maxVersions: optional(int32),
  deviationCellVersionInSec: optional(int64),
  allowUpdate: optional(fc.boolean()),
  updateFullRow: optional(fc.boolean()),
})

const streamSpecification: fc.Arbitrary<StreamSpecification> = fc.record({
  enableStream: fc.boolean(),
  expirationTime: optional(int32),
  columnsToGet: texts,
})

const streamDetails: fc.Arbitrary<StreamDetails> = fc.record({
  enableStream: fc.boolean(),
  streamId: optional(text),
  expirationTime: int32,
  lastEnableTime: int64,
  columnsToGet: texts,
})

const sse: fc.Arbitrary<SseSpecification> = fc.record({
  enable: fc.boolean(),
  keyType: optional(fc.constantFrom(1, 2)),
  keyId: optional(bytes),
  roleArn: optional(bytes),
})

const indexMeta: fc.Arbitrary<IndexMeta> = fc.record({
  name: text,
  primaryKey: texts,
  definedColumns: texts,
  updateMode: fc.constantFrom('ASYNC', 'SYNC'),
  type: fc.constantFrom('GLOBAL', 'LOCAL'),
  syncPhase: fc.constantFrom(undefined, 'FULL', 'INCR'),
})

export const createTableRequest = fc.record({
  tableMeta,
  reservedThroughput,
  tableOptions: optional(tableOptions),
  partitions: fc.array(fc.record({ begin: bytes, end: bytes }), { maxLength: 3 }),
  streamSpec: optional(streamSpecification),
  sseSpec: optional(sse),
  indexMetas: fc.array(indexMeta, { maxLength: 3 }),
  enableLocalTxn: fc.boolean(),
})

export const updateTableRequest = fc.record({
  tableName: text,
  reservedThroughput: optional(reservedThroughput),
  tableOptions: optional(tableOptions),
  streamSpec: optional(streamSpecification),
})

export const updateTableReply = fc.record({
  reservedThroughputDetails,
  tableOptions,
  streamDetails,
})

export const describeTableReply = fc.record({
  tableMeta,
  reservedThroughputDetails,
  tableOptions,
  tableStatus: fc.constantFrom('ACTIVE' as const, 'UPDATING' as const),
  streamDetails,
  shardSplits: fc.array(bytes, { maxLength: 3 }),
  sseDetails: optional(sse),
  indexMetas: fc.array(indexMeta, { maxLength: 3 }),
  creationTime: int64,
})

export const tableNameRequest = fc.record({ tableName: text })
export const tableNames = fc.record({ tableNames: texts })
export const addDefinedColumnRequest = fc.record({
  tableName: text,
  columns: fc.array(definedColumn, { maxLength: 4 }),
})
export const deleteDefinedColumnRequest = fc.record({ tableName: text, columns: texts })
export const createIndexRequest = fc.record({
  mainTableName: text,
  indexMeta,
  includeBaseData: fc.boolean(),
})
export const dropIndexRequest = fc.record({ mainTableName: text, indexName: text })
