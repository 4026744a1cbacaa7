import { readFile } from 'node:fs/promises'
import type { AggregationResult, GroupByResult, SearchReply } from '@rowhouse/protocol'
import type { RequestOf } from '@rowhouse/snippets'
import { type PlainRow, plainRows } from '@rowhouse/requests'
import { UseError } from '../errors.js'
import { namesOf } from '../formats/columns.js'
import { rowLine } from '../formats/row-line.js'
import { readSearch } from '../formats/search-request.js'
import { type Writable, writeJson } from '../json/write-json.js'
import { readBlock } from '../session/read-block.js'
import type { Session } from '../session/session.js'
import { type Command, type Given, columnsFlag, inputFlag, tableFlag, tableOf } from './command.js'
import { indexFlag } from './search-indexes.js'
import { showRows } from './show-rows.js'

const WAIT_HEADER = 'x-rowhouse-wait-for-index'

export const search: Command = {
  name: 'search',
  summary: 'Search with an index; without --query or a file it asks for the search.',
  samples: [
    `search -n myindex -q '{"Name":"TermQuery","Query":{"FieldName":"gid","Term":77}}'`,
    'search -n myindex -c name,age',
    'search -n myindex -i search.json',
  ],
  flags: [
    tableFlag,
    indexFlag,
    { ...columnsFlag, text: 'columns to return, separated by commas (default: all of the row)' },
    { name: 'return_all_indexed', kind: 'switch', text: 'return the columns of the index' },
    { name: 'query', short: 'q', kind: 'text', text: 'the search, or its query alone, as JSON' },
    { ...inputFlag, text: 'a file with the search' },
    { name: 'wait', kind: 'switch', text: 'wait for what was written before (Rowhouse alone)' },
  ],
  async run(session, given) {
    const [table, index] = [tableOf(session, given), given.need('name')]
    const query = readSearch(await textOf(session, given), 'the search')
    const columns = columnsOf(given)
    const reply = await session.send(
      { operation: 'Search', table, index, columns, query },
      given.isOn('wait') ? { [WAIT_HEADER]: 'true' } : undefined,
    )
    showReply(session, reply, query.trackTotalCount >= 0)
  },
}

async function textOf(session: Session, given: Given): Promise<string> {
  const [query, input] = [given.text('query'), given.text('input')]
  if (query !== undefined && input !== undefined)
    throw new UseError('give --query or --input, not both')
  if (query !== undefined) return query
  return input === undefined ? readBlock(session, 'the search') : readFile(input, 'utf8')
}

type Columns = RequestOf<'Search'>['columns']

function columnsOf(given: Given): Columns {
  const names = namesOf(given.text('columns'))
  if (names.length > 0) return names
  return given.isOn('return_all_indexed') ? 'indexed' : 'all'
}

function showReply(session: Session, reply: SearchReply, isCounted: boolean): void {
  const rows = reply.rows.flatMap(plainRows)
  const aggregations = reply.aggregations.map((result) => [result.name, valueOf(result)] as const)
  const groups = reply.groupBys.map((result) => [result.name, groupsOf(result)] as const)
  const token = reply.nextToken?.toString('base64')
  if (session.output === 'json') {
    for (const row of rows) session.write(`${rowLine(row)}\n`)
    session.writeJson({
      Rows: rows.length,
      TotalCount: isCounted ? reply.totalHits : undefined,
      IsAllSucceeded: reply.isAllSucceeded,
      NextToken: token,
      Aggregations: aggregations.length > 0 ? Object.fromEntries(aggregations) : undefined,
      GroupBys: groups.length > 0 ? Object.fromEntries(groups) : undefined,
    })
    return
  }
  showFound(session, rows, aggregations.length + groups.length > 0)
  if (isCounted) session.write(`total: ${reply.totalHits}\n`)
  if (!reply.isAllSucceeded) session.write('a part of the index did not answer\n')
  for (const [name, value] of aggregations) session.write(`${name}: ${writeJson(value)}\n`)
  for (const [name, items] of groups) {
    const lines = items.map(({ Key, RowCount, ...more }) => [Key, String(RowCount), ...extra(more)])
    session.show([name, 'RowCount', ...Object.keys(items[0]?.Sub ?? {})], lines, () => null)
  }
  if (token !== undefined) session.write(`next token: ${token}\n`)
}

function showFound(session: Session, rows: readonly PlainRow[], hasMore: boolean): void {
  if (rows.length > 0 || !hasMore) showRows(session, rows)
}

const extra = ({ Sub }: { readonly Sub: Readonly<Record<string, Writable>> }): string[] =>
  Object.values(Sub).map((value) => writeJson(value))

const valueOf = (result: AggregationResult): Writable =>
  'value' in result ? result.value : undefined

interface Group {
  readonly Key: string
  readonly RowCount: number
  readonly Sub: Readonly<Record<string, Writable>>
  readonly [name: string]: Writable
}

function groupsOf(result: GroupByResult): Group[] {
  if (result.kind !== 'field') return []
  return result.items.map(({ key, rowCount, subAggregations }) => ({
    Key: key,
    RowCount: rowCount,
    Sub: Object.fromEntries(subAggregations.map((sub) => [sub.name, valueOf(sub)])),
  }))
}
