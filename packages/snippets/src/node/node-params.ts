import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import {
  type Request,
  type RequestOf,
  type RowCondition,
  type RowUpdate,
  type Selected,
  isMark,
} from '../request.js'
import { filter } from './node-filter.js'
import { schema, searchParams } from './node-search.js'
import { columns, key, names, object } from './node-values.js'

const CONDITIONS: Readonly<Record<RowCondition, string>> = {
  ignore: 'IGNORE',
  exist: 'EXPECT_EXIST',
  not_exist: 'EXPECT_NOT_EXIST',
}

const condition = ({ condition: row, columnCondition }: Pick<Change, Conditions>): Code =>
  group(
    'new TableStore.Condition(',
    [
      `TableStore.RowExistenceExpectation.${CONDITIONS[row]}`,
      columnCondition === undefined ? 'null' : filter(columnCondition),
    ],
    ')',
  )

type Change = RequestOf<'BatchWriteRow'>['rows'][number]
type Conditions = 'condition' | 'columnCondition'

/** The parameters of a write besides its columns. */
const write = (change: Pick<Change, 'key' | Conditions>) => ({
  condition: condition(change),
  primaryKey: key(change.key),
  returnContent: change.key.some(({ value }) => isMark(value))
    ? '{ returnType: TableStore.ReturnType.Primarykey }'
    : undefined,
})

const changes = ({ put, deleted, increments }: RowUpdate): Code =>
  group(
    '[',
    [
      ...(put.length > 0 ? [object({ PUT: columns(put) })] : []),
      ...(deleted.length > 0 ? [object({ DELETE_ALL: names(deleted) })] : []),
      ...(increments.length > 0
        ? [object({ INCREMENT: columns(increments.map(({ name, by }) => ({ name, value: by }))) })]
        : []),
    ],
    ']',
  )

function batched(change: Change): Code {
  const attributeColumns =
    change.kind === 'put'
      ? columns(change.columns)
      : change.kind === 'update'
        ? changes(change)
        : undefined
  return object({ type: `'${change.kind.toUpperCase()}'`, ...write(change), attributeColumns })
}

export const selection = ({ columns: wanted, maxVersions, time, filter: rows }: Selected) => ({
  columnsToGet: wanted.length > 0 ? names(wanted) : undefined,
  maxVersions:
    maxVersions === undefined && time !== undefined ? undefined : String(maxVersions ?? 1),
  timeRange:
    time === undefined
      ? undefined
      : 'at' in time
        ? `{ specificTime: ${time.at} }`
        : `{ startTime: ${time.from}, endTime: ${time.to} }`,
  columnFilter: rows && filter(rows),
})

const TYPE_NUMBERS = { INTEGER: 1, DOUBLE: 2, BOOLEAN: 3, STRING: 4, BINARY: 5 } as const

function tableParams(request: RequestOf<'CreateTable'>): Code {
  const keyColumn = ({ name, type, isAuto }: (typeof request.key)[number]): string =>
    `{ name: ${quoted(name)}, type: '${type}'${isAuto ? ", option: 'AUTO_INCREMENT'" : ''} }`
  const defined = request.columns.map(
    ({ name, type }) => `{ name: ${quoted(name)}, type: ${TYPE_NUMBERS[type]} }`,
  )
  return object({
    tableMeta: object({
      tableName: quoted(request.table),
      primaryKey: group('[', request.key.map(keyColumn), ']'),
      definedColumn: defined.length > 0 ? group('[', defined, ']') : undefined,
    }),
    reservedThroughput: `{ capacityUnit: { read: ${request.readUnits}, write: ${request.writeUnits} } }`,
    tableOptions: `{ timeToLive: ${request.timeToLive}, maxVersions: ${request.maxVersions} }`,
  })
}

function changedTable({ table, timeToLive, maxVersions, units }: RequestOf<'UpdateTable'>): Code {
  return object({
    tableName: quoted(table),
    tableOptions: object({
      timeToLive: timeToLive === undefined ? undefined : String(timeToLive),
      maxVersions: maxVersions === undefined ? undefined : String(maxVersions),
    }),
    reservedThroughput: units && `{ capacityUnit: { read: ${units.read}, write: ${units.write} } }`,
  })
}

function indexParams(request: RequestOf<'CreateIndex'>): Code {
  const isLocal = request.type === 'LOCAL'
  return object({
    mainTableName: quoted(request.table),
    includeBaseData: String(request.hasBaseData),
    indexMeta: object({
      name: quoted(request.index),
      primaryKey: names(request.key),
      definedColumn: names(request.columns),
      indexUpdateMode: `TableStore.IndexUpdateMode.${isLocal ? 'IUM_SYNC_INDEX' : 'IUM_ASYNC_INDEX'}`,
      indexType: `TableStore.IndexType.IT_${request.type}_INDEX`,
    }),
  })
}

/** The parameters of the SDK's method for the operation; GetRange has its own loop. */
export function params(request: Exclude<Request, { readonly operation: 'GetRange' }>): Code {
  const tableName =
    'table' in request && request.table !== undefined ? quoted(request.table) : undefined
  switch (request.operation) {
    case 'ListTable':
      return '{}'
    case 'CreateTable':
      return tableParams(request)
    case 'UpdateTable':
      return changedTable(request)
    case 'DescribeTable':
    case 'DeleteTable':
    case 'ListSearchIndex':
      return object({ tableName })
    case 'PutRow':
      return object({ tableName, ...write(request), attributeColumns: columns(request.columns) })
    case 'UpdateRow':
      return object({ tableName, ...write(request), updateOfAttributeColumns: changes(request) })
    case 'DeleteRow':
      return object({ tableName, ...write(request) })
    case 'GetRow':
      return object({ tableName, primaryKey: key(request.key), ...selection(request) })
    case 'BatchGetRow': {
      const primaryKey = group('[', request.keys.map(key), ']')
      return object({
        tables: group('[', [object({ tableName, primaryKey, ...selection(request) })], ']'),
      })
    }
    case 'BatchWriteRow': {
      const rows = group('[', request.rows.map(batched), ']')
      return object({ tables: group('[', [object({ tableName, rows })], ']') })
    }
    case 'CreateIndex':
      return indexParams(request)
    case 'DropIndex':
      return object({ mainTableName: tableName, indexName: quoted(request.index) })
    case 'CreateSearchIndex': {
      const timeToLive = request.timeToLive === undefined ? undefined : String(request.timeToLive)
      const indexName = quoted(request.index)
      return object({ tableName, indexName, schema: schema(request.schema), timeToLive })
    }
    case 'DescribeSearchIndex':
    case 'DeleteSearchIndex':
      return object({ tableName, indexName: quoted(request.index) })
    case 'Search':
      return searchParams(request)
  }
}
