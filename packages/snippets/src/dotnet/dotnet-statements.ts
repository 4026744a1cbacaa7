import { type Code, followed, labelled } from '../layout/code-layout.js'
import type { KeyType, Procedure, Request, RequestOf } from '../request.js'
import { deletionStatements, rangeStatements, scanStatements } from './dotnet-procedures.js'
import { rowStatements } from './dotnet-rows.js'
import { columnsToGet, indexSchema, searchQuery } from './dotnet-search.js'
import { resultStatements } from './dotnet-statistics.js'
import { names, text } from './dotnet-values.js'

const KEY_TYPES: Readonly<Record<KeyType, string>> = {
  STRING: 'String',
  INTEGER: 'Integer',
  BINARY: 'Binary',
}

const set = (name: string, code: Code): Code => followed(labelled(`${name} = `, code), ';')

function newTable(request: RequestOf<'CreateTable'>): Code[] {
  return [
    'var key = new PrimaryKeySchema();',
    ...request.key.map(({ name, type, isAuto }) => {
      const option = isAuto ? ', PrimaryKeyOption.AUTO_INCREMENT' : ''
      return `key.Add(${text(name)}, ColumnValueType.${KEY_TYPES[type]}${option});`
    }),
    `var meta = new TableMeta(${text(request.table)}, key);`,
    ...(request.columns.length > 0
      ? ['meta.DefinedColumnSchema = new DefinedColumnSchema();']
      : []),
    ...request.columns.map(
      ({ name, type }) => `meta.DefinedColumnSchema.Add(${text(name)}, DefinedColumnType.${type});`,
    ),
    `var units = new CapacityUnit(${request.readUnits}, ${request.writeUnits});`,
    'var request = new CreateTableRequest(meta, units);',
    `request.TableOptions.TimeToLive = ${request.timeToLive};`,
    `request.TableOptions.MaxVersions = ${request.maxVersions};`,
    'client.CreateTable(request);',
  ]
}

function changedTable({ table, timeToLive, maxVersions, units }: RequestOf<'UpdateTable'>): Code[] {
  const hasOptions = timeToLive !== undefined || maxVersions !== undefined
  return [
    `var request = new UpdateTableRequest(${text(table)});`,
    ...(hasOptions ? ['request.TableOptions = new TableOptions();'] : []),
    ...(timeToLive === undefined ? [] : [`request.TableOptions.TimeToLive = ${timeToLive};`]),
    ...(maxVersions === undefined ? [] : [`request.TableOptions.MaxVersions = ${maxVersions};`]),
    ...(units === undefined
      ? []
      : [`request.ReservedThroughput = new CapacityUnit(${units.read}, ${units.write});`]),
    'client.UpdateTable(request);',
  ]
}

const newIndex = (request: RequestOf<'CreateIndex'>): Code[] => [
  `var index = new IndexMeta(${text(request.index)});`,
  set('index.PrimaryKey', names(request.key)),
  set('index.DefinedColumns', names(request.columns)),
  'index.IndexType = IndexType.IT_GLOBAL_INDEX;',
  'index.IndexUpdateModel = IndexUpdateMode.IUM_ASYNC_INDEX;',
  `var request = new CreateGlobalIndexRequest(${text(request.table)}, index);`,
  `request.IncludeBaseData = ${request.hasBaseData};`,
  'client.CreateGlobalIndex(request);',
]

const newSearchIndex = (request: RequestOf<'CreateSearchIndex'>): Code[] => [
  `var request = new CreateSearchIndexRequest(${text(request.table)}, ${text(request.index)});`,
  // This is the SDK's spelling of the property.
  set('request.IndexSchame', indexSchema(request.schema)),
  ...(request.timeToLive === undefined ? [] : [`request.TimeToLive = ${request.timeToLive};`]),
  'client.CreateSearchIndex(request);',
]

const search = (request: RequestOf<'Search'>): Code[] => [
  set('var query', searchQuery(request)),
  `var request = new SearchRequest(${text(request.table)}, ${text(request.index)}, query);`,
  ...(request.columns === 'none'
    ? []
    : [set('request.ColumnsToGet', columnsToGet(request.columns))]),
  'var response = client.Search(request);',
  'Console.WriteLine(response.TotalCount);',
  'foreach (var row in response.Rows) Print(row.PrimaryKey, row.AttributeColumns);',
  ...resultStatements(request.query.aggregations, request.query.groupBys),
]

/** The statements of a program that has a `client` and a method `Print` for cells. */
export function statements(request: Request | Procedure): Code[] {
  const table = text('table' in request ? (request.table ?? '') : '')
  const index = text('index' in request ? request.index : '')
  switch (request.operation) {
    case 'GetRange':
      return rangeStatements(request)
    case 'ParallelScan':
      return scanStatements(request)
    case 'DeleteRange':
      return deletionStatements(request)
    case 'ListTable':
      return [
        'foreach (var name in client.ListTable(new ListTableRequest()).TableNames)',
        '{',
        '    Console.WriteLine(name);',
        '}',
      ]
    case 'CreateTable':
      return newTable(request)
    case 'DescribeTable':
      return [
        `var response = client.DescribeTable(new DescribeTableRequest(${table}));`,
        'foreach (var column in response.TableMeta.PrimaryKeySchema) Console.WriteLine(column);',
      ]
    case 'UpdateTable':
      return changedTable(request)
    case 'DeleteTable':
      return [`client.DeleteTable(new DeleteTableRequest(${table}));`]
    case 'CreateIndex':
      return newIndex(request)
    case 'DropIndex':
      return [`client.DeleteGlobalIndex(new DeleteGlobalIndexRequest(${table}, ${index}));`]
    case 'CreateSearchIndex':
      return newSearchIndex(request)
    case 'ListSearchIndex':
      return [
        `var response = client.ListSearchIndex(new ListSearchIndexRequest(${table}));`,
        'foreach (var info in response.IndexInfos)',
        '{',
        '    Console.WriteLine($"{info.TableName} {info.IndexName}");',
        '}',
      ]
    case 'DescribeSearchIndex':
      return [
        `var request = new DescribeSearchIndexRequest(${table}, ${index});`,
        'var schema = client.DescribeSearchIndex(request).Schema;',
        'foreach (var field in schema.FieldSchemas)',
        '{',
        '    Console.WriteLine($"{field.FieldName} {field.FieldType}");',
        '}',
      ]
    case 'DeleteSearchIndex':
      return [`client.DeleteSearchIndex(new DeleteSearchIndexRequest(${table}, ${index}));`]
    case 'Search':
      return search(request)
    default:
      return rowStatements(request)
  }
}
