import { type Code, followed, group, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { Procedure, Request, RequestOf } from '../request.js'
import { deletionStatements, rangeStatements, scanStatements } from './java-procedures.js'
import { sorting } from './java-query.js'
import { changeStatements, selectionStatements } from './java-rows.js'
import { field, searchRequest } from './java-search.js'
import { resultStatements } from './java-statistics-results.js'
import { key, list } from './java-values.js'

const print = (text: string): string => `System.out.println(${text});`

function newTable(request: RequestOf<'CreateTable'>): Code[] {
  return [
    `TableMeta meta = new TableMeta(${quoted(request.table)});`,
    ...request.key.map(({ name, type, isAuto }) =>
      isAuto
        ? `meta.addAutoIncrementPrimaryKeyColumn(${quoted(name)});`
        : `meta.addPrimaryKeyColumn(${quoted(name)}, PrimaryKeyType.${type});`,
    ),
    ...request.columns.map(
      ({ name, type }) => `meta.addDefinedColumn(${quoted(name)}, DefinedColumnType.${type});`,
    ),
    `TableOptions options = new TableOptions(${request.timeToLive}, ${request.maxVersions});`,
    'CreateTableRequest request = new CreateTableRequest(meta, options);',
    `request.setReservedThroughput(new ReservedThroughput(${request.readUnits}, ${request.writeUnits}));`,
    'client.createTable(request);',
  ]
}

function changedTable({ table, timeToLive, maxVersions, units }: RequestOf<'UpdateTable'>): Code[] {
  const hasOptions = timeToLive !== undefined || maxVersions !== undefined
  return [
    `UpdateTableRequest request = new UpdateTableRequest(${quoted(table)});`,
    ...(hasOptions ? ['TableOptions options = new TableOptions();'] : []),
    ...(timeToLive === undefined ? [] : [`options.setTimeToLive(${timeToLive});`]),
    ...(maxVersions === undefined ? [] : [`options.setMaxVersions(${maxVersions});`]),
    ...(hasOptions ? ['request.setTableOptionsForUpdate(options);'] : []),
    ...(units === undefined
      ? []
      : [
          `request.setReservedThroughputForUpdate(new ReservedThroughput(${units.read}, ${units.write}));`,
        ]),
    'client.updateTable(request);',
  ]
}

function newIndex(request: RequestOf<'CreateIndex'>): Code[] {
  const isLocal = request.type === 'LOCAL'
  return [
    `IndexMeta index = new IndexMeta(${quoted(request.index)});`,
    `index.setIndexType(IndexType.IT_${request.type}_INDEX);`,
    `index.setIndexUpdateMode(IndexUpdateMode.${isLocal ? 'IUM_SYNC_INDEX' : 'IUM_ASYNC_INDEX'});`,
    ...request.key.map((name) => `index.addPrimaryKeyColumn(${quoted(name)});`),
    ...request.columns.map((name) => `index.addDefinedColumn(${quoted(name)});`),
    `client.createIndex(new CreateIndexRequest(${quoted(request.table)}, index, ${request.hasBaseData}));`,
  ]
}

function newSearchIndex({
  table,
  index,
  schema,
  timeToLive,
}: RequestOf<'CreateSearchIndex'>): Code[] {
  const routing = schema.indexSetting?.routingFields ?? []
  const sort = sorting(schema.indexSort)
  return [
    'IndexSchema schema = new IndexSchema();',
    followed(group('schema.setFieldSchemas(', [list(schema.fieldSchemas.map(field))], ')'), ';'),
    ...(routing.length > 0
      ? [
          'IndexSetting setting = new IndexSetting();',
          followed(group('setting.setRoutingFields(', [list(routing.map(quoted))], ')'), ';'),
          'schema.setIndexSetting(setting);',
        ]
      : []),
    ...(sort === undefined ? [] : [group('schema.setIndexSort(', [sort], ');')]),
    `CreateSearchIndexRequest request = new CreateSearchIndexRequest(${quoted(table)}, ${quoted(index)});`,
    'request.setIndexSchema(schema);',
    ...(timeToLive === undefined || timeToLive < 0
      ? []
      : [`request.setTimeToLive(${timeToLive}, java.util.concurrent.TimeUnit.SECONDS);`]),
    'client.createSearchIndex(request);',
  ]
}

/** A request with only a table and an index. */
const named = (type: string, table: string, index: string): Code[] => [
  `${type} request = new ${type}();`,
  `request.setTableName(${quoted(table)});`,
  `request.setIndexName(${quoted(index)});`,
]

const PRINT_HIGHLIGHTS = [
  'for (SearchHit hit : response.getSearchHits()) {',
  '  if (hit.getHighlightResultItem() == null) continue;',
  '  hit.getHighlightResultItem().getHighlightFields()',
  '      .forEach((name, field) -> System.out.println(name + " " + field.getFragments()));',
  '}',
]

/** The statements of a program that has a `client`. */
export function statements(request: Request | Procedure): Code[] {
  switch (request.operation) {
    case 'ParallelScan':
      return scanStatements(request)
    case 'DeleteRange':
      return deletionStatements(request)
    case 'ListTable':
      return [print('client.listTable().getTableNames()')]
    case 'CreateTable':
      return newTable(request)
    case 'DescribeTable':
      return [
        print(
          `client.describeTable(new DescribeTableRequest(${quoted(request.table)})).getTableMeta()`,
        ),
      ]
    case 'UpdateTable':
      return changedTable(request)
    case 'DeleteTable':
      return [`client.deleteTable(new DeleteTableRequest(${quoted(request.table)}));`]
    case 'CreateIndex':
      return newIndex(request)
    case 'DropIndex':
      return [
        `client.deleteIndex(new DeleteIndexRequest(${quoted(request.table)}, ${quoted(request.index)}));`,
      ]
    case 'CreateSearchIndex':
      return newSearchIndex(request)
    case 'ListSearchIndex':
      return [
        'ListSearchIndexRequest request = new ListSearchIndexRequest();',
        ...(request.table === undefined ? [] : [`request.setTableName(${quoted(request.table)});`]),
        'for (SearchIndexInfo info : client.listSearchIndex(request).getIndexInfos()) {',
        `  ${print('info.getTableName() + " " + info.getIndexName()')}`,
        '}',
      ]
    case 'DescribeSearchIndex':
      return [
        ...named('DescribeSearchIndexRequest', request.table, request.index),
        print('client.describeSearchIndex(request).jsonize()'),
      ]
    case 'DeleteSearchIndex':
      return [
        ...named('DeleteSearchIndexRequest', request.table, request.index),
        'client.deleteSearchIndex(request);',
      ]
    case 'Search':
      return [
        followed(labelled('SearchRequest request = ', searchRequest(request)), ';'),
        'SearchResponse response = client.search(request);',
        print('response.getTotalCount()'),
        'response.getRows().forEach(System.out::println);',
        ...(request.query.highlight === undefined ? [] : PRINT_HIGHLIGHTS),
        ...resultStatements(request.query),
      ]
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
        ...changeStatements(table, { kind: 'put', ...request }, 'change'),
        print('client.putRow(new PutRowRequest(change)).getRow()'),
      ]
    case 'UpdateRow':
      return [
        ...changeStatements(table, { kind: 'update', ...request }, 'change'),
        print('client.updateRow(new UpdateRowRequest(change)).getRow()'),
      ]
    case 'DeleteRow':
      return [
        ...changeStatements(table, { kind: 'delete', ...request }, 'change'),
        'client.deleteRow(new DeleteRowRequest(change));',
      ]
    case 'GetRow':
      return [
        followed(
          labelled(
            `SingleRowQueryCriteria criteria = new SingleRowQueryCriteria(${quoted(table)}, `,
            key(request.key),
          ),
          ');',
        ),
        ...selectionStatements(request),
        print('client.getRow(new GetRowRequest(criteria)).getRow()'),
      ]
    case 'GetRange':
      return rangeStatements(request)
    case 'BatchGetRow':
      return [
        `MultiRowQueryCriteria criteria = new MultiRowQueryCriteria(${quoted(table)});`,
        ...request.keys.map((one) => followed(labelled('criteria.addRow(', key(one)), ');')),
        ...selectionStatements(request),
        'BatchGetRowRequest request = new BatchGetRowRequest();',
        'request.addMultiRowQueryCriteria(criteria);',
        'for (BatchGetRowResponse.RowResult result : client.batchGetRow(request).getSucceedRows()) {',
        `  ${print('result.getRow()')}`,
        '}',
      ]
    case 'BatchWriteRow':
      return [
        'BatchWriteRowRequest request = new BatchWriteRowRequest();',
        ...request.rows.flatMap((change, at) => [
          ...changeStatements(table, change, `change${at + 1}`),
          `request.addRowChange(change${at + 1});`,
        ]),
        print('client.batchWriteRow(request).isAllSucceed()'),
      ]
  }
}
