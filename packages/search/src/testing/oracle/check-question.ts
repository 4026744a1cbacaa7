import { isDeepStrictEqual } from 'node:util'
import {
  type PlainBufferRow,
  type SearchHit,
  type SearchQuery,
  type SearchReply,
  decodeRow,
} from '@rowhouse/protocol'
import { computeSplits } from '../../operations/compute-splits.js'
import { parallelScan } from '../../operations/parallel-scan.js'
import { search } from '../../operations/search.js'
import type { NaiveIndex } from '@rowhouse/search-engine/testing'
import { type NaiveAnswer, type OracleRow, searchNaively } from './naive-search.js'
import type { OracleQuestion } from './oracle-question.js'
import { INSTANCE, TABLE } from './oracle-table.js'
import { INDEX, type OracleWorld } from './oracle-world.js'

/** The content of the table, with which answers are compared. */
export interface OracleTruth {
  readonly index: NaiveIndex
  readonly rows: readonly OracleRow[]
  readonly cells: ReadonlyMap<string, PlainBufferRow>
}

/** More pages than there are rows. */
const PAGES_MAX = 1_000
const named = { tableName: TABLE, indexName: INDEX, timeoutMs: undefined }

/** Compares the answer to a question with a scan of all rows. Returns the number of hits. */
export async function checkQuestion(
  world: OracleWorld,
  asked: OracleQuestion,
  truth: OracleTruth,
): Promise<number> {
  const expected = searchNaively(asked, truth.rows, truth.index)
  const reply = await ask(world, asked, {})
  checkFirst(asked, reply, expected, truth)
  if (asked.follows === 'pages' && asked.collapse === undefined) {
    await checkPages(world, asked, expected, truth)
  }
  if (asked.follows === 'scan') await checkScan(world, asked, truth)
  return expected.hits.length
}

function ask(
  { service }: OracleWorld,
  asked: OracleQuestion,
  changes: Partial<SearchQuery>,
): Promise<SearchReply> {
  const { columnsToGet, follows: _, ...question } = asked
  return search(service, INSTANCE, {
    ...named,
    columnsToGet,
    routingValues: [],
    searchQuery: { ...question, token: undefined, highlight: undefined, ...changes },
  })
}

function checkFirst(
  asked: OracleQuestion,
  reply: SearchReply,
  expected: NaiveAnswer,
  truth: OracleTruth,
): void {
  const { offset, limit, trackTotalCount } = asked
  const page = expected.shown.slice(offset, offset + limit)
  if (isByScore(asked)) {
    checkScores(asked, reply.searchHits)
    equal('how many rows', reply.rows.length, Math.min(page.length, limit))
  } else equal('the rows', namesOf(reply.rows), nameList(page))
  checkColumns(asked, reply.rows, truth)
  const total = trackTotalCount < 0 ? -1 : Math.min(expected.hits.length, trackTotalCount)
  equal('the total', reply.totalHits, total)
  const isFull = limit > 0 && page.length === limit && asked.collapse === undefined
  equal('whether there is a token', reply.nextToken !== undefined, isFull)
  const names = new Map(truth.rows.map(({ key, name }) => [key.toString('hex'), name]))
  const byKey = (key: Buffer): string => names.get(key.toString('hex')) ?? 'none'
  equal('the aggregations', plain(reply.aggregations, nameOf), plain(expected.aggregations, byKey))
  equal('the groups', plain(reply.groupBys, nameOf), plain(expected.groupBys, byKey))
}

const isByScore = ({ sort }: OracleQuestion): boolean =>
  sort.sorters.some(({ kind }) => kind === 'score')

function checkScores({ sort }: OracleQuestion, hits: readonly SearchHit[]): void {
  const sign = sort.sorters[0]?.order === 'DESC' ? -1 : 1
  const scores = hits.map(({ score }) => sign * (score ?? Number.NaN))
  const isOrdered = scores.every((score, at) => at === 0 || (scores[at - 1] ?? 0) <= score)
  equal('whether scores are in order', isOrdered, true)
  equal('the scores as 32-bit floats', scores, scores.map(Math.fround))
}

/** Checks that the pages from the first row on have every hit once, in order. */
async function checkPages(
  world: OracleWorld,
  asked: OracleQuestion,
  expected: NaiveAnswer,
  truth: OracleTruth,
): Promise<void> {
  const limit = Math.max(1, asked.limit)
  const plainly = { ...asked, aggregations: [], groupBys: [], limit, offset: 0 }
  const seen: string[] = []
  let reply = await ask(world, plainly, {})
  for (let page = 0; page < PAGES_MAX; page++) {
    seen.push(...namesOf(reply.rows))
    checkColumns(asked, reply.rows, truth)
    const { nextToken: token } = reply
    if (token === undefined) break
    reply = await ask(world, plainly, { token, sort: undefined })
  }
  const wanted = nameList(expected.hits)
  if (isByScore(asked)) equal('the rows of all pages', seen.toSorted(), wanted.toSorted())
  else equal('the rows of all pages', seen, wanted)
}

/** Checks that the parts of a parallel scan together have every row that matches once. */
async function checkScan(
  world: OracleWorld,
  asked: OracleQuestion,
  truth: OracleTruth,
): Promise<void> {
  const { service } = world
  const { splitsSize, sessionId } = await computeSplits(service, INSTANCE, named)
  const seen: string[] = []
  // The index answers these itself.
  const columnNames = ['k', 'l', 'd', 'b'].filter((name) => truth.index.layout.fields.has(name))
  const columnsToGet = { returnType: 'SPECIFIED', columnNames } as const
  for (let currentParallelId = 0; currentParallelId < splitsSize; currentParallelId++) {
    let token: Buffer | undefined
    do {
      const { query, limit } = asked
      const page = await parallelScan(service, INSTANCE, {
        ...named,
        columnsToGet,
        withoutTimes: true,
        sessionId,
        scanQuery: {
          query,
          limit: Math.max(1, limit),
          aliveTime: 60,
          token,
          currentParallelId,
          maxParallel: splitsSize,
        },
      })
      seen.push(...namesOf(page.rows))
      checkColumns({ columnsToGet }, page.rows, truth)
      token = page.nextToken
    } while (token !== undefined)
  }
  const question = { ...asked, filter: undefined, collapse: undefined }
  const { hits } = searchNaively(question, truth.rows, truth.index)
  equal('the rows of a scan', seen.toSorted(), nameList(hits).toSorted())
}

/** Checks that rows equal those of the table, in the requested columns. */
function checkColumns(
  { columnsToGet }: Pick<OracleQuestion, 'columnsToGet'>,
  rows: readonly Buffer[],
  { cells }: OracleTruth,
): void {
  const { returnType, columnNames } = columnsToGet
  for (const bytes of rows) {
    const row = decodeRow(bytes)
    const name = rowName(row)
    const whole = cells.get(name)?.cells ?? []
    const wanted = whole.filter((cell) => returnType === 'ALL' || columnNames.includes(cell.name))
    equal(`the columns of ${name}`, cellTexts(row.cells), cellTexts(wanted))
  }
}

const cellTexts = (cells: PlainBufferRow['cells']): string[] =>
  cells.map(({ name, value }) => `${name}=${value?.toString('hex')}`).toSorted()

export const rowName = ({ primaryKey }: PlainBufferRow): string =>
  primaryKey.map(({ value }) => value?.toString('hex')).join('/')

const nameOf = (row: Buffer): string => rowName(decodeRow(row))
const namesOf = (rows: readonly Buffer[]): string[] => rows.map(nameOf)
const nameList = (rows: readonly OracleRow[]): string[] => rows.map(({ name }) => name)

/** Results as plain values: undefined members are left out, and rows are replaced by their names. */
function plain(value: unknown, name: (row: Buffer) => string): unknown {
  if (Buffer.isBuffer(value)) return name(value)
  if (Array.isArray(value)) return value.map((one) => plain(one, name))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [key, plain(member, name)]))
}

/** An answer that contradicts the rows. */
export class OracleViolation extends Error {
  override readonly name = 'OracleViolation'
}

function equal(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return
  throw new OracleViolation(`${what}: found ${shown(found)}, expected ${shown(expected)}`)
}

export const shown = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? `${member}n` : member === Infinity ? 'Infinity' : member,
  )
