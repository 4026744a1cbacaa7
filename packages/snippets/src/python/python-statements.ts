import { type Code, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import {
  type Key,
  type Procedure,
  type Request,
  type RequestOf,
  type RowCondition,
  type RowUpdate,
  isMark,
} from '../request.js'
import { filter } from './python-filter.js'
import {
  deletionStatements,
  rangeStatements,
  scanStatements,
  selection,
} from './python-procedures.js'
import { indexMeta, searchCall } from './python-search.js'
import { resultStatements } from './python-statistics.js'
import { call, columns, flag, key, list, named, names } from './python-values.js'

const CONDITIONS: Readonly<Record<RowCondition, string>> = {
  ignore: 'IGNORE',
  exist: 'EXPECT_EXIST',
  not_exist: 'EXPECT_NOT_EXIST',
}

type Conditions = Pick<RequestOf<'DeleteRow'>, 'condition' | 'columnCondition'>

const condition = ({ condition: row, columnCondition }: Conditions): Code =>
  call('Condition', [
    `RowExistenceExpectation.${CONDITIONS[row]}`,
    columnCondition && filter(columnCondition),
  ])

const returned = (given: Key): Code | undefined =>
  given.some(({ value }) => isMark(value)) ? 'return_type=ReturnType.RT_PK' : undefined

const row = (given: Key, changed: Code): Code => call('Row', [key(given), changed])

function changes({ put, deleted, increments }: RowUpdate): Code {
  const added = increments.map(({ name, by }) => ({ name, value: by }))
  const parts: Code[] = [
    ...(put.length > 0 ? [labelled("'PUT': ", columns(put))] : []),
    ...(deleted.length > 0 ? [labelled("'DELETE_ALL': ", names(deleted))] : []),
    ...(added.length > 0 ? [labelled("'INCREMENT': ", columns(added))] : []),
  ]
  return { open: '{', items: parts, close: '}' }
}

function batched(change: RequestOf<'BatchWriteRow'>['rows'][number]): Code {
  const tail = [condition(change), returned(change.key)]
  switch (change.kind) {
    case 'put':
      return call('PutRowItem', [row(change.key, columns(change.columns)), ...tail])
    case 'update':
      return call('UpdateRowItem', [row(change.key, changes(change)), ...tail])
    case 'delete':
      return call('DeleteRowItem', [call('Row', [key(change.key)]), ...tail])
  }
}

const show = (code: Code): Code[] => [labelled('response = ', code), 'print(response)']

function writeStatements(
  request: RequestOf<'PutRow'> | RequestOf<'UpdateRow'> | RequestOf<'DeleteRow'>,
): Code[] {
  const tail = [condition(request), returned(request.key)]
  const table = quoted(request.table)
  const written =
    request.operation === 'PutRow'
      ? call('client.put_row', [table, row(request.key, columns(request.columns)), ...tail])
      : request.operation === 'UpdateRow'
        ? call('client.update_row', [table, row(request.key, changes(request)), ...tail])
        : call('client.delete_row', [table, call('Row', [key(request.key)]), ...tail])
  return [
    labelled('consumed, row = ', written),
    'print(row.primary_key if row else consumed.write)',
  ]
}

function tableStatements(request: RequestOf<'CreateTable'>): Code[] {
  const keyColumn = ({ name, type, isAuto }: (typeof request.key)[number]): string =>
    `(${quoted(name)}, '${type}'${isAuto ? ', PK_AUTO_INCR' : ''})`
  const defined = request.columns.map(({ name, type }) => `(${quoted(name)}, '${type}')`)
  const meta = [quoted(request.table), list(request.key.map(keyColumn)), list(defined)]
  return [
    call('client.create_table', [
      call('TableMeta', meta),
      `TableOptions(time_to_live=${request.timeToLive}, max_version=${request.maxVersions})`,
      `ReservedThroughput(CapacityUnit(${request.readUnits}, ${request.writeUnits}))`,
    ]),
  ]
}

function changedTable({ table, timeToLive, maxVersions, units }: RequestOf<'UpdateTable'>): Code {
  const hasOptions = timeToLive !== undefined || maxVersions !== undefined
  const options = `TableOptions(time_to_live=${timeToLive ?? 'None'}, max_version=${maxVersions ?? 'None'})`
  return call('client.update_table', [
    quoted(table),
    hasOptions ? options : 'None',
    units && `ReservedThroughput(CapacityUnit(${units.read}, ${units.write}))`,
  ])
}

/** The statements of a program that has a `client`. */
export function statements(request: Request | Procedure): Code[] {
  const table =
    'table' in request && request.table !== undefined ? quoted(request.table) : undefined
  switch (request.operation) {
    case 'ParallelScan':
      return scanStatements(request)
    case 'DeleteRange':
      return deletionStatements(request)
    case 'ListTable':
      return ['print(client.list_table())']
    case 'CreateTable':
      return tableStatements(request)
    case 'DescribeTable':
      return [
        labelled('response = ', call('client.describe_table', [table])),
        'print(response.table_meta.schema_of_primary_key, response.table_options.time_to_live)',
      ]
    case 'UpdateTable':
      return [changedTable(request)]
    case 'DeleteTable':
      return [call('client.delete_table', [table])]
    case 'PutRow':
    case 'UpdateRow':
    case 'DeleteRow':
      return writeStatements(request)
    case 'GetRow':
      return [
        labelled(
          'consumed, row, token = ',
          call('client.get_row', [table, key(request.key), ...selection(request)]),
        ),
        'print(row and (row.primary_key, row.attribute_columns))',
      ]
    case 'GetRange':
      return rangeStatements(request)
    case 'BatchGetRow': {
      const keys = list(request.keys.map(key))
      return [
        'request = BatchGetRowRequest()',
        call('request.add', [call('TableInBatchGetRowItem', [table, keys, ...selection(request)])]),
        `for item in client.batch_get_row(request).get_result_by_table(${table}):`,
        '    print(item.row and (item.row.primary_key, item.row.attribute_columns))',
      ]
    }
    case 'BatchWriteRow':
      return [
        'request = BatchWriteRowRequest()',
        call('request.add', [
          call('TableInBatchWriteRowItem', [table, list(request.rows.map(batched))]),
        ]),
        'print(client.batch_write_row(request).is_all_succeed())',
      ]
    default:
      return indexStatements(request)
  }
}

const PRINT_HIGHLIGHTS = [
  'for hit in response.search_hits:',
  '    for field in hit.highlight_result.highlight_fields:',
  '        print(field.field_name, list(field.field_fragments))',
]

type IndexRequest = Extract<Request, { readonly operation: `${string}Index` | 'Search' }>

function indexStatements(request: IndexRequest): Code[] {
  const table = request.table === undefined ? undefined : quoted(request.table)
  switch (request.operation) {
    case 'CreateIndex': {
      const meta = call('SecondaryIndexMeta', [
        quoted(request.index),
        names(request.key),
        names(request.columns),
        named('index_type', `SecondaryIndexType.${request.type}_INDEX`),
      ])
      return [call('client.create_secondary_index', [table, meta, flag(request.hasBaseData)])]
    }
    case 'DropIndex':
      return [call('client.delete_secondary_index', [table, quoted(request.index)])]
    case 'CreateSearchIndex':
      return [
        call('client.create_search_index', [
          table,
          quoted(request.index),
          indexMeta(request.schema, request.timeToLive),
        ]),
      ]
    case 'ListSearchIndex':
      return show(call('client.list_search_index', [table]))
    case 'DescribeSearchIndex':
      return show(call('client.describe_search_index', [table, quoted(request.index)]))
    case 'DeleteSearchIndex':
      return [call('client.delete_search_index', [table, quoted(request.index)])]
    case 'Search':
      return [
        labelled('response = ', searchCall(request)),
        'print(response.total_count)',
        'for row in response.rows:',
        '    print(row)',
        ...(request.query.highlight === undefined ? [] : PRINT_HIGHLIGHTS),
        ...resultStatements(request.query.aggregations, request.query.groupBys),
      ]
  }
}
