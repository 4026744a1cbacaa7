import { type Code, followed, indented, labelled } from '../layout/code-layout.js'
import { DELETED_AT_ONCE, SCAN_ALIVE_SECONDS } from '../layout/procedure-bounds.js'
import type { IndexScan, RangeDeletion, RequestOf } from '../request.js'
import { shown } from './dotnet-query.js'
import { selectionStatements } from './dotnet-rows.js'
import { columnsToGet } from './dotnet-search.js'
import { key, object, text } from './dotnet-values.js'

type Pages = Omit<RequestOf<'GetRange'>, 'operation'>

const set = (name: string, code: Code): Code => followed(labelled(`${name} = `, code), ';')

const ASK = 'var response = client.GetRange(new GetRangeRequest(criteria));'
const PRINT_ROWS =
  'foreach (var row in response.RowDataList) Print(row.PrimaryKey, row.AttributeColumns);'

/** Reads the range to its end if there is no limit. */
export const rangeStatements = (request: RequestOf<'GetRange'>): Code[] => [
  ...criteriaStatements(request),
  ...(request.limit === undefined ? toTheEnd([PRINT_ROWS]) : [ASK, PRINT_ROWS]),
]

export const deletionStatements = (deletion: RangeDeletion): Code[] => [
  ...criteriaStatements({ ...deletion, limit: DELETED_AT_ONCE }),
  ...toTheEnd([
    `var changes = new RowChanges(${text(deletion.table)});`,
    'foreach (var row in response.RowDataList)',
    '{',
    `    var change = new RowDeleteChange(${text(deletion.table)}, row.PrimaryKey);`,
    '    change.Condition = new Condition(RowExistenceExpectation.IGNORE);',
    '    changes.RowDeleteChanges.Add(change);',
    '}',
    'if (response.RowDataList.Count > 0)',
    '{',
    '    var request = new BatchWriteRowRequest();',
    `    request.Add(${text(deletion.table)}, changes);`,
    '    Console.WriteLine(client.BatchWriteRow(request).IsAllSucceed);',
    '}',
  ]),
]

const criteriaStatements = (range: Pages): Code[] => [
  `var criteria = new RangeRowQueryCriteria(${text(range.table)});`,
  `criteria.Direction = GetRangeDirection.${range.isBackward ? 'Backward' : 'Forward'};`,
  set('criteria.InclusiveStartPrimaryKey', key(range.start)),
  set('criteria.ExclusiveEndPrimaryKey', key(range.end)),
  ...(range.limit === undefined ? [] : [`criteria.Limit = ${range.limit};`]),
  ...selectionStatements(range),
]

const toTheEnd = (each: readonly string[]): string[] => [
  'while (criteria.InclusiveStartPrimaryKey != null)',
  '{',
  ...[ASK, ...each].map((line) => `    ${line}`),
  '    criteria.InclusiveStartPrimaryKey = response.NextPrimaryKey;',
  '}',
]

export function scanStatements({ table, index, columns, query, limit }: IndexScan): Code[] {
  const [tableName, indexName] = [text(table), text(index)]
  const scan = object('ScanQuery', {
    Query: shown(query),
    Limit: String(limit),
    AliveTime: String(SCAN_ALIVE_SECONDS),
    CurrentParallelId: 'part',
    MaxParallel: 'splits.SplitsSize',
  })
  const request = object(`ParallelScanRequest(${tableName}, ${indexName})`, {
    ScanQuery: 'scan',
    ColumnToGet: columnsToGet(columns),
    SessionId: 'splits.SessionId',
  })
  return [
    `var options = new SearchIndexSplitsOptions(${indexName});`,
    `var splits = client.ComputeSplits(new ComputeSplitsRequest(${tableName}, options));`,
    '// Threads may read the parts at the same time.',
    'for (var part = 0; part < splits.SplitsSize; part++)',
    '{',
    indented(set('var scan', scan), '    '),
    indented(set('var request', request), '    '),
    '    do',
    '    {',
    '        var response = client.ParallelScan(request);',
    '        foreach (var row in response.Rows) Print(row.PrimaryKey, row.AttributeColumns);',
    '        scan.Token = response.NextToken;',
    '    } while (scan.Token != null && scan.Token.Length > 0);',
    '}',
  ]
}
