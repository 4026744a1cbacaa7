import { type Code, followed, indented, labelled } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { DELETED_AT_ONCE, SCAN_ALIVE_SECONDS } from '../layout/procedure-bounds.js'
import type { IndexScan, RangeDeletion, RequestOf } from '../request.js'
import { selection } from './node-params.js'
import { shown } from './node-query.js'
import { columnToGet } from './node-search.js'
import { key, object } from './node-values.js'

type Pages = Omit<RequestOf<'GetRange'>, 'operation'>

const PRINT_ROWS = ['for (const row of data.rows) console.log(JSON.stringify(row))']

/** Reads the range to its end if there is no limit. */
export const rangeStatements = (request: RequestOf<'GetRange'>): Code[] =>
  pagesOf(request, PRINT_ROWS, request.limit === undefined)

export const deletionStatements = (deletion: RangeDeletion): Code[] =>
  pagesOf({ ...deletion, limit: DELETED_AT_ONCE }, deletePage(deletion.table), true)

function pagesOf(range: Pages, each: readonly Code[], isToTheEnd: boolean): Code[] {
  const ask = object({
    tableName: quoted(range.table),
    direction: `TableStore.Direction.${range.isBackward ? 'BACKWARD' : 'FORWARD'}`,
    inclusiveStartPrimaryKey: 'start',
    exclusiveEndPrimaryKey: key(range.end),
    limit: range.limit === undefined ? undefined : String(range.limit),
    ...selection(range),
  })
  const page = followed(labelled('const data = await client.getRange(', ask), ')')
  return [
    labelled('let start = ', key(range.start)),
    'while (start) {',
    ...[page, ...each].map((line) => indented(line, '  ')),
    isToTheEnd
      ? '  start = data.nextStartPrimaryKey?.map(({ name, value }) => ({ [name]: value }))'
      : '  start = undefined',
    '}',
  ]
}

const deletePage = (table: string): string[] => [
  'const rows = data.rows.map((row) => ({',
  "  type: 'DELETE',",
  '  condition: new TableStore.Condition(TableStore.RowExistenceExpectation.IGNORE, null),',
  '  primaryKey: row.primaryKey.map(({ name, value }) => ({ [name]: value })),',
  '}))',
  'if (rows.length > 0) {',
  `  const tables = [{ tableName: ${quoted(table)}, rows }]`,
  '  console.log(JSON.stringify(await client.batchWriteRow({ tables })))',
  '}',
]

/** All parts at the same time. */
export function scanStatements({ table, index, columns, query, limit }: IndexScan): Code[] {
  const [tableName, indexName] = [quoted(table), quoted(index)]
  const ask = object({
    tableName,
    indexName,
    columnToGet: columnToGet(columns),
    sessionId: 'splits.sessionId',
    scanQuery: object({
      query: shown(query),
      limit: String(limit),
      aliveTime: String(SCAN_ALIVE_SECONDS),
      token: 'token',
      currentParallelId: 'part',
      maxParallel: 'splits.splitsSize',
    }),
  })
  const splits = object({ tableName, searchIndexSplitsOptions: object({ indexName }) })
  return [
    followed(labelled('const splits = await client.computeSplits(', splits), ')'),
    'const scanPart = async (part) => {',
    '  let token',
    '  do {',
    indented(followed(labelled('const data = await client.parallelScan(', ask), ')'), '    '),
    ...PRINT_ROWS.map((line) => `    ${line}`),
    '    token = data.nextToken',
    '  } while (token.length > 0)',
    '}',
    'await Promise.all(Array.from({ length: splits.splitsSize }, (_, part) => scanPart(part)))',
  ]
}
