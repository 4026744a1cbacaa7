import { type Code, group, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { Procedure, Request, RequestOf } from '../request.js'
import { deletionStatements, rangeStatements, scanStatements } from './go-procedures.js'
import { sorting } from './go-query.js'
import { changeStatements, selection, showAll } from './go-rows.js'
import { fields, searchStatements } from './go-search.js'
import { resultStatements } from './go-statistics-results.js'
import { keyStatements, list, names, struct } from './go-values.js'

/** A call, with or without a variable for its result. */
const ask = (method: string, request: Code): Code[] => [
  labelled(`response, err := client.${method}(`, { open: '', items: [request], close: ')' }),
  'check(err)',
]
const tell = (method: string, request: Code): Code[] => [
  labelled(`_, err := client.${method}(`, { open: '', items: [request], close: ')' }),
  'check(err)',
]

const NUMBERED = 'tablestore.PrimaryKeyType_INTEGER, tablestore.AUTO_INCREMENT'

function newTable(request: RequestOf<'CreateTable'>): Code[] {
  const options = `TimeToAlive: ${request.timeToLive}, MaxVersion: ${request.maxVersions}`
  const units = `Readcap: ${request.readUnits}, Writecap: ${request.writeUnits}`
  return [
    `meta := &tablestore.TableMeta{TableName: ${quoted(request.table)}}`,
    ...request.key.map(({ name, type, isAuto }) =>
      isAuto
        ? `meta.AddPrimaryKeyColumnOption(${quoted(name)}, ${NUMBERED})`
        : `meta.AddPrimaryKeyColumn(${quoted(name)}, tablestore.PrimaryKeyType_${type})`,
    ),
    ...request.columns.map(
      ({ name, type }) =>
        `meta.AddDefinedColumn(${quoted(name)}, tablestore.DefinedColumn_${type})`,
    ),
    ...tell(
      'CreateTable',
      struct('&tablestore.CreateTableRequest', {
        TableMeta: 'meta',
        TableOption: `&tablestore.TableOption{${options}}`,
        ReservedThroughput: `&tablestore.ReservedThroughput{${units}}`,
      }),
    ),
  ]
}

/** The SDK sends both options when it sends one. */
function changedTable({ table, timeToLive, maxVersions, units }: RequestOf<'UpdateTable'>): Code[] {
  const options = `TimeToAlive: ${timeToLive ?? -1}, MaxVersion: ${maxVersions ?? 1}`
  const hasOptions = timeToLive !== undefined || maxVersions !== undefined
  return tell(
    'UpdateTable',
    struct('&tablestore.UpdateTableRequest', {
      TableName: quoted(table),
      TableOption: hasOptions ? `&tablestore.TableOption{${options}}` : undefined,
      ReservedThroughput:
        units && `&tablestore.ReservedThroughput{Readcap: ${units.read}, Writecap: ${units.write}}`,
    }),
  )
}

const newIndex = (request: RequestOf<'CreateIndex'>): Code[] => [
  labelled(
    'index := ',
    struct('&tablestore.IndexMeta', {
      IndexName: quoted(request.index),
      IndexType: `tablestore.IT_${request.type}_INDEX`,
      Primarykey: names(request.key),
      DefinedColumns: names(request.columns),
    }),
  ),
  ...tell(
    'CreateIndex',
    struct('&tablestore.CreateIndexRequest', {
      MainTableName: quoted(request.table),
      IndexMeta: 'index',
      IncludeBaseData: String(request.hasBaseData),
    }),
  ),
]

function newSearchIndex({
  table,
  index,
  schema,
  timeToLive,
}: RequestOf<'CreateSearchIndex'>): Code[] {
  const routing = schema.indexSetting?.routingFields ?? []
  return tell(
    'CreateSearchIndex',
    struct('&tablestore.CreateSearchIndexRequest', {
      TableName: quoted(table),
      IndexName: quoted(index),
      IndexSchema: struct('&tablestore.IndexSchema', {
        FieldSchemas: fields(schema.fieldSchemas),
        IndexSort: sorting(schema.indexSort),
        IndexSetting:
          routing.length > 0
            ? struct('&tablestore.IndexSetting', { RoutingFields: names(routing) })
            : undefined,
      }),
      TimeToLive: timeToLive === undefined ? undefined : `proto.Int32(${timeToLive})`,
    }),
  )
}

const ofIndex = (type: string, table: string, index: string, tableMember = 'TableName'): Code =>
  struct(`&tablestore.${type}Request`, { [tableMember]: quoted(table), IndexName: quoted(index) })

const SHOW_HIGHLIGHTS = [
  'for _, hit := range response.SearchHits {',
  '\tif hit.HighlightResultItem == nil {',
  '\t\tcontinue',
  '\t}',
  '\tfor name, field := range hit.HighlightResultItem.HighlightFields {',
  '\t\tfmt.Println(name, field.Fragments)',
  '\t}',
  '}',
]

const search = (request: RequestOf<'Search'>): Code[] => [
  ...searchStatements(request),
  ...ask('Search', 'request'),
  'fmt.Println(response.TotalCount)',
  'for _, row := range response.Rows {',
  '\tshow(row.PrimaryKey, row.Columns)',
  '}',
  ...(request.query.highlight === undefined ? [] : SHOW_HIGHLIGHTS),
  ...resultStatements(request.query.aggregations, request.query.groupBys),
]

/** The statements of a program that has a `client`, `check` and `show`. */
export function statements(request: Request | Procedure): Code[] {
  switch (request.operation) {
    case 'ParallelScan':
      return scanStatements(request)
    case 'DeleteRange':
      return deletionStatements(request)
    case 'ListTable':
      return [
        'response, err := client.ListTable()',
        'check(err)',
        'fmt.Println(response.TableNames)',
      ]
    case 'CreateTable':
      return newTable(request)
    case 'DescribeTable':
      return [
        ...ask(
          'DescribeTable',
          struct('&tablestore.DescribeTableRequest', { TableName: quoted(request.table) }),
        ),
        'for _, column := range response.TableMeta.SchemaEntry {',
        '\tfmt.Println(*column.Name)',
        '}',
      ]
    case 'UpdateTable':
      return changedTable(request)
    case 'DeleteTable':
      return tell(
        'DeleteTable',
        struct('&tablestore.DeleteTableRequest', { TableName: quoted(request.table) }),
      )
    case 'CreateIndex':
      return newIndex(request)
    case 'DropIndex':
      return tell(
        'DeleteIndex',
        ofIndex('DeleteIndex', request.table, request.index, 'MainTableName'),
      )
    case 'CreateSearchIndex':
      return newSearchIndex(request)
    case 'ListSearchIndex': {
      const TableName = request.table === undefined ? undefined : quoted(request.table)
      return [
        ...ask('ListSearchIndex', struct('&tablestore.ListSearchIndexRequest', { TableName })),
        'for _, info := range response.IndexInfo {',
        '\tfmt.Println(info.TableName, info.IndexName)',
        '}',
      ]
    }
    case 'DescribeSearchIndex':
      return [
        ...ask('DescribeSearchIndex', ofIndex('DescribeSearchIndex', request.table, request.index)),
        'for _, field := range response.Schema.FieldSchemas {',
        '\tfmt.Println(*field.FieldName, field.FieldType)',
        '}',
      ]
    case 'DeleteSearchIndex':
      return tell('DeleteSearchIndex', ofIndex('DeleteSearchIndex', request.table, request.index))
    case 'Search':
      return search(request)
    default:
      return rowStatements(request)
  }
}

type RowRequest = Extract<Request, { readonly operation: `${string}Row` | 'GetRange' }>

function rowStatements(request: RowRequest): Code[] {
  const { table } = request
  switch (request.operation) {
    case 'PutRow':
      return [
        ...changeStatements(table, { kind: 'put', ...request }),
        ...ask('PutRow', '&tablestore.PutRowRequest{PutRowChange: change}'),
        'show(&response.PrimaryKey, nil)',
      ]
    case 'UpdateRow':
      return [
        ...changeStatements(table, { kind: 'update', ...request }),
        ...tell('UpdateRow', '&tablestore.UpdateRowRequest{UpdateRowChange: change}'),
      ]
    case 'DeleteRow':
      return [
        ...changeStatements(table, { kind: 'delete', ...request }),
        ...tell('DeleteRow', '&tablestore.DeleteRowRequest{DeleteRowChange: change}'),
      ]
    case 'GetRow': {
      const members = { TableName: quoted(table), PrimaryKey: 'key', ...selection(request) }
      return [
        ...keyStatements(request.key, 'key'),
        labelled('criteria := ', struct('&tablestore.SingleRowQueryCriteria', members)),
        ...ask('GetRow', '&tablestore.GetRowRequest{SingleRowQueryCriteria: criteria}'),
        'show(&response.PrimaryKey, response.Columns)',
      ]
    }
    case 'GetRange':
      return rangeStatements(request)
    case 'BatchGetRow': {
      const members = { TableName: quoted(table), ...selection(request) }
      const all = list('*tablestore.MultiRowQueryCriteria', ['criteria'])
      return [
        labelled('criteria := ', struct('&tablestore.MultiRowQueryCriteria', members)),
        ...request.keys.flatMap((key, at) => [
          ...keyStatements(key, `key${at + 1}`),
          `criteria.AddRow(key${at + 1})`,
        ]),
        ...ask(
          'BatchGetRow',
          struct('&tablestore.BatchGetRowRequest', { MultiRowQueryCriteria: all }),
        ),
        ...showAll(table),
      ]
    }
    case 'BatchWriteRow':
      return [
        'request := new(tablestore.BatchWriteRowRequest)',
        ...request.rows.flatMap((change, at) => [
          ...changeStatements(table, change, String(at + 1)),
          group('request.AddRowChange(', [`change${at + 1}`], ')'),
        ]),
        ...ask('BatchWriteRow', 'request'),
        `for _, row := range response.TableToRowsResult[${quoted(table)}] {`,
        '\tfmt.Println(row.IsSucceed, row.Error)',
        '}',
      ]
  }
}
