import type { Code } from '../layout/code-layout.js'
import {
  type ColumnType,
  type Request,
  type RequestOf,
  type RowCondition,
  type RowUpdate,
  type Selected,
  isMark,
} from '../request.js'
import { filter } from './php-filter.js'
import { schema, searchParams } from './php-search.js'
import { columns, key, list, members, names, text } from './php-values.js'

const CONDITIONS: Readonly<Record<RowCondition, string>> = {
  ignore: 'CONST_IGNORE',
  exist: 'CONST_EXPECT_EXIST',
  not_exist: 'CONST_EXPECT_NOT_EXIST',
}

const COLUMN_TYPES: Readonly<Record<ColumnType, string>> = {
  STRING: 'DCT_STRING',
  INTEGER: 'DCT_INTEGER',
  DOUBLE: 'DCT_DOUBLE',
  BOOLEAN: 'DCT_BOOLEAN',
  BINARY: 'DCT_BLOB',
}

/** The allowed time deviation in seconds, for which the SDK has no default. */
const DEVIATION = '86400'

type Change = RequestOf<'BatchWriteRow'>['rows'][number]
type Conditions = 'condition' | 'columnCondition'

function condition({ condition: row, columnCondition }: Pick<Change, Conditions>): Code {
  const row_existence = `RowExistenceExpectationConst::${CONDITIONS[row]}`
  return columnCondition === undefined
    ? row_existence
    : members({ row_existence, column_filter: filter(columnCondition) })
}

/** The parameters of a write besides its columns. */
const write = (change: Pick<Change, 'key' | Conditions>) => ({
  condition: condition(change),
  primary_key: key(change.key),
  return_content: change.key.some(({ value }) => isMark(value))
    ? members({ return_type: 'ReturnTypeConst::CONST_PK' })
    : undefined,
})

const changes = ({ put, deleted, increments }: RowUpdate): Code =>
  members({
    PUT: put.length > 0 ? columns(put) : undefined,
    DELETE_ALL: deleted.length > 0 ? names(deleted) : undefined,
    INCREMENT:
      increments.length > 0
        ? columns(increments.map(({ name, by }) => ({ name, value: by })))
        : undefined,
  })

const batched = (change: Change): Code =>
  members({
    operation_type: `OperationTypeConst::CONST_${change.kind.toUpperCase()}`,
    ...write(change),
    attribute_columns: change.kind === 'put' ? columns(change.columns) : undefined,
    update_of_attribute_columns: change.kind === 'update' ? changes(change) : undefined,
  })

const timeRange = (time: Selected['time']): Code | undefined =>
  time &&
  ('at' in time
    ? members({ specific_time: String(time.at) })
    : members({ start_time: String(time.from), end_time: String(time.to) }))

const selection = ({ columns: wanted, maxVersions, time, filter: rows }: Selected) => ({
  columns_to_get: wanted.length > 0 ? names(wanted) : undefined,
  max_versions:
    maxVersions === undefined && time !== undefined ? undefined : String(maxVersions ?? 1),
  time_range: timeRange(time),
  column_filter: rows && filter(rows),
})

const units = (read: number, write: number): Code =>
  members({ capacity_unit: members({ read: String(read), write: String(write) }) })

const newTable = (request: RequestOf<'CreateTable'>): Code =>
  members({
    table_meta: members({
      table_name: text(request.table),
      primary_key_schema: list(
        request.key.map(({ name, type, isAuto }) =>
          list([
            text(name),
            `PrimaryKeyTypeConst::CONST_${type}`,
            ...(isAuto ? ['PrimaryKeyOptionConst::CONST_PK_AUTO_INCR'] : []),
          ]),
        ),
      ),
      defined_column:
        request.columns.length === 0
          ? undefined
          : list(
              request.columns.map(({ name, type }) =>
                list([text(name), `DefinedColumnTypeConst::${COLUMN_TYPES[type]}`]),
              ),
            ),
    }),
    reserved_throughput: units(request.readUnits, request.writeUnits),
    table_options: members({
      time_to_live: String(request.timeToLive),
      max_versions: String(request.maxVersions),
      deviation_cell_version_in_sec: DEVIATION,
    }),
  })

const changedTable = (request: RequestOf<'UpdateTable'>): Code =>
  members({
    table_name: text(request.table),
    reserved_throughput: request.units && units(request.units.read, request.units.write),
    table_options: members({
      time_to_live: request.timeToLive === undefined ? undefined : String(request.timeToLive),
      max_versions: request.maxVersions === undefined ? undefined : String(request.maxVersions),
    }),
  })

const newIndex = (request: RequestOf<'CreateIndex'>): Code =>
  members({
    table_name: text(request.table),
    index_meta: members({
      name: text(request.index),
      primary_key: names(request.key),
      defined_column: names(request.columns),
      index_type: `IndexTypeConst::${request.type}_INDEX`,
      index_update_mode: `IndexUpdateModeConst::${request.type === 'LOCAL' ? 'SYNC' : 'ASYNC'}_INDEX`,
    }),
    include_base_data: String(request.hasBaseData),
  })

/** The parameters of the SDK's method for the operation. */
export function params(request: Request): Code {
  const table_name = text('table' in request ? (request.table ?? '') : '')
  switch (request.operation) {
    case 'ListTable':
      return members({})
    case 'CreateTable':
      return newTable(request)
    case 'UpdateTable':
      return changedTable(request)
    case 'DescribeTable':
    case 'DeleteTable':
    case 'ListSearchIndex':
      return members({ table_name })
    case 'CreateIndex':
      return newIndex(request)
    case 'DropIndex':
    case 'DescribeSearchIndex':
    case 'DeleteSearchIndex':
      return members({ table_name, index_name: text(request.index) })
    case 'CreateSearchIndex':
      return members({
        table_name,
        index_name: text(request.index),
        schema: schema(request.schema),
        time_to_live: request.timeToLive === undefined ? undefined : String(request.timeToLive),
      })
    case 'Search':
      return searchParams(request)
    default:
      return rowParams(request)
  }
}

type RowRequest = Extract<Request, { readonly operation: `${string}Row` | 'GetRange' }>

function rowParams(request: RowRequest): Code {
  const table_name = text(request.table)
  switch (request.operation) {
    case 'PutRow':
      return members({
        table_name,
        ...write(request),
        attribute_columns: columns(request.columns),
      })
    case 'UpdateRow':
      return members({
        table_name,
        ...write(request),
        update_of_attribute_columns: changes(request),
      })
    case 'DeleteRow':
      return members({ table_name, ...write(request) })
    case 'GetRow':
      return members({ table_name, primary_key: key(request.key), ...selection(request) })
    case 'GetRange':
      return members({
        table_name,
        direction: `DirectionConst::CONST_${request.isBackward ? 'BACKWARD' : 'FORWARD'}`,
        inclusive_start_primary_key: key(request.start),
        exclusive_end_primary_key: key(request.end),
        limit: request.limit === undefined ? undefined : String(request.limit),
        ...selection(request),
      })
    case 'BatchGetRow': {
      const primary_keys = list(request.keys.map(key))
      return members({
        tables: list([members({ table_name, primary_keys, ...selection(request) })]),
      })
    }
    case 'BatchWriteRow': {
      const rows = list(request.rows.map(batched))
      return members({ tables: list([members({ table_name, rows })]) })
    }
  }
}
