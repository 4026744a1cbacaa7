import { type Code, indented, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { DELETED_AT_ONCE, SCAN_ALIVE_SECONDS } from '../layout/procedure-bounds.js'
import type { IndexScan, RangeDeletion, RequestOf, Selected } from '../request.js'
import { filter } from './python-filter.js'
import { shown } from './python-query.js'
import { columnsToGet } from './python-search.js'
import { call, key, named, names } from './python-values.js'

export const selection = ({
  columns: wanted,
  maxVersions,
  time,
  filter: rows,
}: Selected): (Code | undefined)[] => [
  named('columns_to_get', wanted.length > 0 ? names(wanted) : undefined),
  named(
    'max_version',
    maxVersions === undefined && time !== undefined ? 'None' : String(maxVersions ?? 1),
  ),
  named('time_range', time && ('at' in time ? String(time.at) : `(${time.from}, ${time.to})`)),
  named('column_filter', rows && filter(rows)),
]

type Pages = Omit<RequestOf<'GetRange'>, 'operation'>

const PRINT_ROWS = ['for row in rows:', '    print(row.primary_key, row.attribute_columns)']

/** Reads the range to its end if there is no limit. */
export const rangeStatements = (request: RequestOf<'GetRange'>): Code[] =>
  pagesOf(request, [...PRINT_ROWS, ...(request.limit === undefined ? [] : ['break'])])

export const deletionStatements = (deletion: RangeDeletion): Code[] =>
  pagesOf({ ...deletion, limit: DELETED_AT_ONCE }, [
    'if rows:',
    '    deletions = [',
    "        DeleteRowItem(Row(row.primary_key), Condition('IGNORE')) for row in rows",
    '    ]',
    '    request = BatchWriteRowRequest()',
    `    request.add(TableInBatchWriteRowItem(${quoted(deletion.table)}, deletions))`,
    '    print(len(rows), client.batch_write_row(request).is_all_succeed())',
  ])

function pagesOf(range: Pages, each: readonly string[]): Code[] {
  const ask = call('client.get_range', [
    quoted(range.table),
    `Direction.${range.isBackward ? 'BACKWARD' : 'FORWARD'}`,
    'start',
    'end',
    named('limit', range.limit === undefined ? undefined : String(range.limit)),
    ...selection(range),
  ])
  return [
    labelled('start = ', key(range.start)),
    labelled('end = ', key(range.end)),
    'while start:',
    indented(labelled('consumed, start, rows, token = ', ask), '    '),
    ...each.map((line) => `    ${line}`),
  ]
}

export function scanStatements({ table, index, columns, query, limit }: IndexScan): Code[] {
  const scan = call('ScanQuery', [
    shown(query),
    String(limit),
    'token',
    'part',
    'splits.splits_size',
    named('alive_time', String(SCAN_ALIVE_SECONDS)),
  ])
  const ask = call('client.parallel_scan', [
    quoted(table),
    quoted(index),
    'scan',
    'splits.session_id',
    columnsToGet(columns),
  ])
  return [
    `splits = client.compute_splits(${quoted(table)}, ${quoted(index)})`,
    '# Threads may read the parts at the same time.',
    'for part in range(splits.splits_size):',
    '    token = None',
    '    while True:',
    indented(labelled('scan = ', scan), '        '),
    indented(labelled('page = ', ask), '        '),
    '        for row in page.rows:',
    '            print(row)',
    '        token = page.next_token',
    '        if not token:',
    '            break',
  ]
}
