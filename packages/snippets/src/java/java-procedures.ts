import { type Code, chain, followed, indented, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { DELETED_AT_ONCE, SCAN_ALIVE_SECONDS } from '../layout/procedure-bounds.js'
import type { IndexScan, RangeDeletion, RequestOf } from '../request.js'
import { shown } from './java-query.js'
import { selectionStatements } from './java-rows.js'
import { call, key } from './java-values.js'

const PRINT_PAGE = 'page.getRows().forEach(System.out::println);'

/** Reads the range to its end if there is no limit. */
export const rangeStatements = (request: RequestOf<'GetRange'>): Code[] => [
  ...criteriaStatements(request),
  'GetRangeResponse page = client.getRange(new GetRangeRequest(criteria));',
  PRINT_PAGE,
  ...(request.limit === undefined
    ? [
        'while (page.getNextStartPrimaryKey() != null) {',
        '  criteria.setInclusiveStartPrimaryKey(page.getNextStartPrimaryKey());',
        '  page = client.getRange(new GetRangeRequest(criteria));',
        `  ${PRINT_PAGE}`,
        '}',
      ]
    : []),
]

const criteriaStatements = (range: Omit<RequestOf<'GetRange'>, 'operation'>): Code[] => [
  `RangeRowQueryCriteria criteria = new RangeRowQueryCriteria(${quoted(range.table)});`,
  `criteria.setDirection(Direction.${range.isBackward ? 'BACKWARD' : 'FORWARD'});`,
  followed(labelled('criteria.setInclusiveStartPrimaryKey(', key(range.start)), ');'),
  followed(labelled('criteria.setExclusiveEndPrimaryKey(', key(range.end)), ');'),
  ...(range.limit === undefined ? [] : [`criteria.setLimit(${range.limit});`]),
  ...selectionStatements(range),
]

export const deletionStatements = (deletion: RangeDeletion): Code[] => [
  ...criteriaStatements({ ...deletion, limit: DELETED_AT_ONCE }),
  // The SDK refuses null as the start of a range, which is what follows the last page.
  'PrimaryKey start = criteria.getInclusiveStartPrimaryKey();',
  'while (start != null) {',
  '  criteria.setInclusiveStartPrimaryKey(start);',
  '  GetRangeResponse page = client.getRange(new GetRangeRequest(criteria));',
  '  BatchWriteRowRequest request = new BatchWriteRowRequest();',
  '  for (Row row : page.getRows()) {',
  `    request.addRowChange(new RowDeleteChange(${quoted(deletion.table)}, row.getPrimaryKey()));`,
  '  }',
  '  if (!request.isEmpty()) {',
  '    int failed = client.batchWriteRow(request).getFailedRows().size();',
  '    System.out.println(page.getRows().size() - failed + " deleted, " + failed + " not");',
  '  }',
  '  start = page.getNextStartPrimaryKey();',
  '}',
]

export function scanStatements({ table, index, columns, query, limit }: IndexScan): Code[] {
  const [tableName, indexName] = [quoted(table), quoted(index)]
  const scan = chain('ScanQuery.newBuilder()', [
    call('query', [shown(query)]),
    call('limit', [String(limit)]),
    call('aliveTimeInSeconds', [String(SCAN_ALIVE_SECONDS)]),
    call('currentParallelId', ['part']),
    call('maxParallel', ['splits.getSplitsSize()']),
    '.build()',
  ])
  const request = chain('ParallelScanRequest.newBuilder()', [
    call('tableName', [tableName]),
    call('indexName', [indexName]),
    call('scanQuery', ['scan']),
    ...returned(columns),
    call('sessionId', ['splits.getSessionId()']),
    '.build()',
  ])
  const options = `new SearchIndexSplitsOptions(${indexName})`
  return [
    'ComputeSplitsResponse splits =',
    `    client.computeSplits(new ComputeSplitsRequest(${tableName}, ${options}));`,
    '// Threads may read the parts at the same time.',
    'for (int part = 0; part < splits.getSplitsSize(); part++) {',
    indented(followed(labelled('ScanQuery scan = ', scan), ';'), '  '),
    indented(followed(labelled('ParallelScanRequest request = ', request), ';'), '  '),
    '  ParallelScanResponse page;',
    '  do {',
    '    page = client.parallelScan(request);',
    `    ${PRINT_PAGE}`,
    '    scan.setToken(page.getNextToken());',
    '  } while (page.getNextToken() != null);',
    '}',
  ]
}

function returned(columns: IndexScan['columns']): Code[] {
  if (columns === 'none') return []
  if (columns === 'indexed') return ['.returnAllColumnsFromIndex(true)']
  return [call('addColumnsToGet', columns.map(quoted))]
}
