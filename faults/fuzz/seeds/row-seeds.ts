import {
  CellOperation,
  type Condition,
  type PlainBufferCell,
  type ReadSelection,
  type ReturnContent,
  type RowInBatchWriteRowRequest,
  batchGetRow,
  batchWriteRow,
  deleteRow,
  encodeFilter,
  encodeRow,
  getRange,
  getRow,
  putRow,
  updateRow,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import type { Seed } from './seed.js'
import { anyFilter } from './filters.js'
import { type FuzzTable, fuzzTables } from './tables.js'
import { columnName, encodedBound, encodedKey, keyCells, putCells, updateCells } from './values.js'

const tableOf = (random: Choices): FuzzTable => random.pick(fuzzTables)

function condition(random: Choices): Condition {
  const rowExistence = random.once(4)
    ? random.pick(['EXPECT_EXIST', 'EXPECT_NOT_EXIST'] as const)
    : 'IGNORE'
  const columnCondition = random.once(4)
    ? encodeFilter(anyFilter(random, random.length(12)))
    : undefined
  return { rowExistence, columnCondition }
}

/** Mostly asks for the changed column only with an increment, because it is refused otherwise. */
function returnContent(random: Choices, increments: boolean): ReturnContent | undefined {
  if (!random.once(3)) return undefined
  const isCounter = increments || random.once(40)
  if (isCounter) return { returnType: 'RT_AFTER_MODIFY', returnColumnNames: ['n0'] }
  return { returnType: random.pick(['RT_NONE', 'RT_PK'] as const), returnColumnNames: [] }
}

const increments = (cells: readonly PlainBufferCell[]): boolean =>
  cells.some((candidate) => candidate.operation === CellOperation.INCREMENT)

function selection(random: Choices): ReadSelection {
  const range = { startTime: 0n, endTime: BigInt(Date.now() + 60_000), specificTime: undefined }
  const isRange = random.once(4)
  return {
    columnsToGet: random.once(3) ? ['c0', columnName(random)] : [],
    timeRange: isRange ? range : undefined,
    maxVersions: isRange ? undefined : random.pick([1, 2, 100]),
    filter: random.once(3) ? encodeFilter(anyFilter(random, random.length(12))) : undefined,
    startColumn: random.once(8) ? 'c1' : undefined,
    endColumn: random.once(8) ? 'c7' : undefined,
  }
}

const putSeed: Seed = (random) => {
  const table = tableOf(random)
  const primaryKey = keyCells(table, random, true)
  return putRow.encodeRequest({
    tableName: table.name,
    row: encodeRow({ primaryKey, cells: putCells(random), deleteMarker: false }),
    condition: condition(random),
    returnContent: returnContent(random, false),
    transactionId: undefined,
  })
}

const updateSeed: Seed = (random) => {
  const table = tableOf(random)
  const primaryKey = keyCells(table, random, random.once(2))
  const cells = updateCells(random)
  return updateRow.encodeRequest({
    tableName: table.name,
    rowChange: encodeRow({ primaryKey, cells, deleteMarker: false }),
    condition: condition(random),
    returnContent: returnContent(random, increments(cells)),
    transactionId: undefined,
  })
}

const deleteSeed: Seed = (random) => {
  const table = tableOf(random)
  const primaryKey = keyCells(table, random, false)
  return deleteRow.encodeRequest({
    tableName: table.name,
    primaryKey: encodeRow({ primaryKey, cells: [], deleteMarker: true }),
    condition: condition(random),
    returnContent: returnContent(random, false),
    transactionId: undefined,
  })
}

const getSeed: Seed = (random) => {
  const table = tableOf(random)
  return getRow.encodeRequest({
    ...selection(random),
    tableName: table.name,
    primaryKey: encodedKey(table, random),
    token: undefined,
    transactionId: undefined,
  })
}

const rangeSeed: Seed = (random) => {
  const table = tableOf(random)
  const direction = random.pick(['FORWARD', 'BACKWARD'] as const)
  const isMatrix = random.once(4)
  const chosen = selection(random)
  return getRange.encodeRequest({
    ...chosen,
    columnsToGet: isMatrix ? ['c0', 'c1'] : chosen.columnsToGet,
    tableName: table.name,
    direction,
    limit: 1 + random.below(20),
    inclusiveStartPrimaryKey: encodedBound(table, random, direction === 'BACKWARD'),
    exclusiveEndPrimaryKey: encodedBound(table, random, direction === 'FORWARD'),
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: isMatrix ? 'DBT_SIMPLE_ROW_MATRIX' : 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: !random.once(4),
  })
}

const batchGetSeed: Seed = (random) => {
  const chosen = new Set([tableOf(random), tableOf(random)])
  const tables = [...chosen].map((table) => ({
    ...selection(random),
    tableName: table.name,
    primaryKeys: Array.from({ length: 1 + random.below(5) }, () => encodedKey(table, random)),
    tokens: [],
  }))
  return batchGetRow.encodeRequest({ tables })
}

const batchWriteSeed: Seed = (random) => {
  const chosen = new Set([tableOf(random), tableOf(random)])
  const tables = [...chosen].map((table) => ({
    tableName: table.name,
    rows: Array.from({ length: 1 + random.below(5) }, () => batchedRow(table, random)),
  }))
  return batchWriteRow.encodeRequest({
    tables,
    transactionId: undefined,
    isAtomic: random.once(50),
  })
}

function batchedRow(table: FuzzTable, random: Choices): RowInBatchWriteRowRequest {
  const type = random.pick(['PUT', 'UPDATE', 'DELETE'] as const)
  const primaryKey = keyCells(table, random, type === 'PUT')
  const cells = type === 'PUT' ? putCells(random) : type === 'UPDATE' ? updateCells(random) : []
  return {
    type,
    rowChange: encodeRow({ primaryKey, cells, deleteMarker: type === 'DELETE' }),
    condition: condition(random),
    returnContent: returnContent(random, increments(cells)),
  }
}

export const rowSeeds: Readonly<Record<string, Seed>> = {
  PutRow: putSeed,
  UpdateRow: updateSeed,
  DeleteRow: deleteSeed,
  GetRow: getSeed,
  GetRange: rangeSeed,
  BatchGetRow: batchGetSeed,
  BatchWriteRow: batchWriteSeed,
}
