import { type Code, followed, indented, labelled } from '../layout/code-layout.js'
import { DELETED_AT_ONCE, SCAN_ALIVE_SECONDS } from '../layout/procedure-bounds.js'
import type { IndexScan, RangeDeletion, Request, RequestOf } from '../request.js'
import { params } from './php-params.js'
import { shown } from './php-query.js'
import { columnsToGet } from './php-search.js'
import { members, text } from './php-values.js'

const PRINT_ROWS = ["foreach ($response['rows'] as $row) {", '    print_r($row);', '}']

/** Reads the range to its end. */
export const rangeStatements = (request: RequestOf<'GetRange'>): Code[] =>
  pagesOf(request, PRINT_ROWS)

export const deletionStatements = (deletion: RangeDeletion): Code[] =>
  pagesOf({ ...deletion, operation: 'GetRange', limit: DELETED_AT_ONCE }, [
    '$rows = [];',
    "foreach ($response['rows'] as $row) {",
    '    $rows[] = [',
    "        'operation_type' => OperationTypeConst::CONST_DELETE,",
    "        'condition' => RowExistenceExpectationConst::CONST_IGNORE,",
    "        'primary_key' => $row['primary_key'],",
    '    ];',
    '}',
    'if ($rows) {',
    `    $tables = [['table_name' => ${text(deletion.table)}, 'rows' => $rows]];`,
    "    print_r($client->batchWriteRow(['tables' => $tables]));",
    '}',
  ])

const pagesOf = (request: Request, each: readonly string[]): Code[] => [
  followed(labelled('$request = ', params(request)), ';'),
  'do {',
  '    $response = $client->getRange($request);',
  ...each.map((line) => `    ${line}`),
  "    $request['inclusive_start_primary_key'] = $response['next_start_primary_key'];",
  "} while (!empty($response['next_start_primary_key']));",
]

export function scanStatements({ table, index, columns, query, limit }: IndexScan): Code[] {
  const [table_name, index_name] = [text(table), text(index)]
  const splits = members({
    table_name,
    search_index_splits_options: members({ index_name }),
  })
  const request = members({
    table_name,
    index_name,
    columns_to_get: columnsToGet(columns),
    session_id: "$splits['session_id']",
    scan_query: members({
      query: shown(query),
      limit: String(limit),
      alive_time: String(SCAN_ALIVE_SECONDS),
      token: 'null',
      current_parallel_id: '$part',
      max_parallel: "$splits['splits_size']",
    }),
  })
  return [
    followed(labelled('$splits = $client->computeSplits(', splits), ');'),
    '// Processes may read the parts at the same time.',
    "for ($part = 0; $part < $splits['splits_size']; $part++) {",
    indented(followed(labelled('$request = ', request), ';'), '    '),
    '    do {',
    '        $response = $client->parallelScan($request);',
    ...PRINT_ROWS.map((line) => `        ${line}`),
    "        $request['scan_query']['token'] = $response['next_token'];",
    "    } while (!empty($response['next_token']));",
    '}',
  ]
}
