import {
  type DefinedColumnSchema,
  type DefinedColumnType,
  type IndexMeta,
  type PrimaryKeyType,
  checkColumnName,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import { noStream } from './stream-specification.js'
import type { PrimaryKeyColumn, TableDescription } from './table-description.js'

/**
 * Checks the limits that the Java SDK's SecondaryIndexTest tests, for CreateTable and CreateIndex alike.
 */
export const checkIndexMetas = (indexes: readonly IndexMeta[], existing = 0): void => {
  if (existing + indexes.length > limits.INDEXES_PER_TABLE_MAX) {
    throw errors.tooManyIndexes(limits.INDEXES_PER_TABLE_MAX)
  }
  for (const index of indexes) checkIndexMeta(index)
}

const checkIndexMeta = (index: IndexMeta): void => {
  checkTableName(index.name)
  const keys = index.primaryKey.length
  if (keys < 1 || keys > limits.INDEX_PRIMARY_KEY_COLUMNS_MAX) {
    throw errors.parameterInvalid(
      'The number of primary key columns must be in range: ' +
        `[1, ${limits.INDEX_PRIMARY_KEY_COLUMNS_MAX}] in index.`,
    )
  }
  if (index.definedColumns.length > limits.INDEX_ATTRIBUTE_COLUMNS_MAX) {
    throw errors.parameterInvalid(
      'The number of attribute columns must be in range: ' +
        `[0, ${limits.INDEX_ATTRIBUTE_COLUMNS_MAX}] in index.`,
    )
  }
  const names = new Set<string>()
  for (const name of [...index.primaryKey, ...index.definedColumns]) {
    checkColumnName(name)
    if (names.has(name)) throw errors.repeatedIndexColumn(index.name, name)
    names.add(name)
  }
}

/** Checks the options that the service documents for tables with secondary indexes. */
export const checkIndexedOptions = (
  { maxVersions, timeToLive, allowUpdate }: TableDescription['options'],
  indexes: readonly IndexMeta[],
): void => {
  if (indexes.length === 0) return
  if (maxVersions !== 1) throw errors.maxVersionsWithIndex()
  if (timeToLive >= 0 && allowUpdate) throw errors.updateWithIndexAndTimeToLive()
}

/**
 * Describes the table of an index. Its key has the listed columns first, then the other key columns of
 * the main table.
 */
export const describeIndex = (
  main: TableDescription,
  meta: IndexMeta,
  id: number,
  hasBaseData: boolean,
  nowMilliseconds: number,
): TableDescription => {
  const listed = meta.primaryKey.map((name) => keyColumn(main, meta, name))
  const rest = main.primaryKey.filter(({ name }) => !meta.primaryKey.includes(name))
  checkFirst(main, meta)
  return {
    ...main,
    id,
    name: meta.name,
    primaryKey: [...listed, ...rest].map((column) => ({ ...column, autoIncrement: false })),
    definedColumns: meta.definedColumns.map((name) => attribute(main, meta, name)),
    options: indexOptions(main.options),
    reserved: {
      read: 0,
      write: 0,
      lastIncrease: main.reserved.lastIncrease,
      lastDecrease: undefined,
      decreases: undefined,
    },
    stream: noStream,
    indexes: [],
    index: { tableId: main.id, table: main.name, type: meta.type, hasBaseData },
    searchIndexes: [],
    nextSearchIndex: 1,
    splitPoints: [],
    localTransactions: false,
    createdAt: BigInt(nowMilliseconds) * 1000n,
  }
}

/** An index has the time to live of its main table. */
export const indexOptions = (
  options: TableDescription['options'],
): TableDescription['options'] => ({ ...options, maxVersions: 1 })

const checkFirst = (main: TableDescription, { type, name, primaryKey }: IndexMeta): void => {
  const [first] = primaryKey
  const [partition] = main.primaryKey
  if (type === 'LOCAL' && partition !== undefined && partition.name !== first) {
    throw errors.localIndexKeyStart(name, partition.name)
  }
  if (main.primaryKey.some((column) => column.autoIncrement && column.name === first)) {
    throw errors.indexKeyStartsGenerated(name)
  }
}

const KEY_TYPES: Partial<Record<DefinedColumnType, PrimaryKeyType>> = {
  INTEGER: 'INTEGER',
  STRING: 'STRING',
  BLOB: 'BINARY',
}

const keyColumn = (main: TableDescription, meta: IndexMeta, name: string): PrimaryKeyColumn => {
  const own = main.primaryKey.find((column) => column.name === name)
  if (own !== undefined) return own
  const defined = definedColumn(main, meta, name)
  const type = KEY_TYPES[defined.type]
  if (type === undefined) throw errors.indexKeyType(name, defined.type)
  return { name, type, autoIncrement: false }
}

const attribute = (main: TableDescription, meta: IndexMeta, name: string): DefinedColumnSchema => {
  if (main.primaryKey.some((column) => column.name === name)) {
    throw errors.repeatedIndexColumn(meta.name, name)
  }
  return definedColumn(main, meta, name)
}

const definedColumn = (
  main: TableDescription,
  meta: IndexMeta,
  name: string,
): DefinedColumnSchema => {
  const column = main.definedColumns.find((candidate) => candidate.name === name)
  if (column === undefined) throw errors.noSuchIndexColumn(meta.name, name)
  return column
}
