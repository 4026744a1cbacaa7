import { type Code, indented, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { DELETED_AT_ONCE, SCAN_ALIVE_SECONDS } from '../layout/procedure-bounds.js'
import type { IndexScan, RangeDeletion, RequestOf } from '../request.js'
import { shown } from './go-query.js'
import { selection } from './go-rows.js'
import { returned, set } from './go-search.js'
import { keyStatements, struct } from './go-values.js'

type Pages = Omit<RequestOf<'GetRange'>, 'operation'>

const SHOW_ROWS = [
  'for _, row := range response.Rows {',
  '\tshow(row.PrimaryKey, row.Columns)',
  '}',
]

/** Reads the range to its end if there is no limit. */
export const rangeStatements = (request: RequestOf<'GetRange'>): Code[] =>
  pagesOf(request, SHOW_ROWS, request.limit === undefined)

export const deletionStatements = (deletion: RangeDeletion): Code[] =>
  pagesOf({ ...deletion, limit: DELETED_AT_ONCE }, deletePage(deletion.table), true)

function pagesOf(range: Pages, each: readonly string[], isToTheEnd: boolean): Code[] {
  const criteria = struct('&tablestore.RangeRowQueryCriteria', {
    TableName: quoted(range.table),
    StartPrimaryKey: 'start',
    EndPrimaryKey: 'end',
    Direction: `tablestore.${range.isBackward ? 'BACKWARD' : 'FORWARD'}`,
    Limit: range.limit === undefined ? undefined : String(range.limit),
    ...selection(range),
  })
  return [
    ...keyStatements(range.start, 'start'),
    ...keyStatements(range.end, 'end'),
    labelled('criteria := ', criteria),
    'for criteria.StartPrimaryKey != nil {',
    '\tresponse, err := client.GetRange(',
    '\t\t&tablestore.GetRangeRequest{RangeRowQueryCriteria: criteria})',
    '\tcheck(err)',
    ...each.map((line) => `\t${line}`),
    isToTheEnd
      ? '\tcriteria.StartPrimaryKey = response.NextStartPrimaryKey'
      : '\tcriteria.StartPrimaryKey = nil',
    '}',
  ]
}

const deletePage = (table: string): string[] => [
  'request := new(tablestore.BatchWriteRowRequest)',
  'for _, row := range response.Rows {',
  `\tchange := &tablestore.DeleteRowChange{TableName: ${quoted(table)}, PrimaryKey: row.PrimaryKey}`,
  '\tchange.SetCondition(tablestore.RowExistenceExpectation_IGNORE)',
  '\trequest.AddRowChange(change)',
  '}',
  'if len(response.Rows) > 0 {',
  '\tdeleted, err := client.BatchWriteRow(request)',
  '\tcheck(err)',
  `\tfor _, row := range deleted.TableToRowsResult[${quoted(table)}] {`,
  '\t\tfmt.Println(row.IsSucceed, row.Error)',
  '\t}',
  '}',
]

export function scanStatements({ table, index, columns, query, limit }: IndexScan): Code[] {
  const [tableName, indexName] = [quoted(table), quoted(index)]
  return [
    'asked := new(tablestore.ComputeSplitsRequest)',
    `asked.SetTableName(${tableName})`,
    `asked.SetSearchIndexSplitsOptions(tablestore.SearchIndexSplitsOptions{IndexName: ${indexName}})`,
    'splits, err := client.ComputeSplits(asked)',
    'check(err)',
    '// Goroutines may read the parts at the same time.',
    'for part := int32(0); part < splits.SplitsSize; part++ {',
    '\tscan := search.NewScanQuery()',
    indented(set('scan.SetQuery', shown(query)), '\t'),
    `\tscan.SetLimit(${limit}).SetAliveTime(${SCAN_ALIVE_SECONDS})`,
    '\tscan.SetCurrentParallelID(part).SetMaxParallel(splits.SplitsSize)',
    '\trequest := new(tablestore.ParallelScanRequest)',
    `\trequest.SetTableName(${tableName}).SetIndexName(${indexName})`,
    '\trequest.SetSessionId(splits.SessionId).SetScanQuery(scan)',
    indented(set('request.SetColumnsToGet', returned(columns)), '\t'),
    '\tfor isLast := false; !isLast; {',
    '\t\tresponse, err := client.ParallelScan(request)',
    '\t\tcheck(err)',
    ...SHOW_ROWS.map((line) => `\t\t${line}`),
    '\t\tscan.SetToken(response.NextToken)',
    '\t\tisLast = len(response.NextToken) == 0',
    '\t}',
    '}',
  ]
}
