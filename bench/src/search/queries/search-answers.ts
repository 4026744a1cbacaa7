import {
  decodeRow,
  doubleOf,
  type GroupByResult,
  integerOf,
  type SearchQuery,
  type SearchReply,
  TrackTotalCount,
  VariantType,
  variantType,
} from '@rowhouse/protocol'
import { seededRandom } from '../../rows/random.js'
import { ALL_COLUMNS, type OrderServer } from '../server/order-server.js'
import type { SearchWorkload } from './search-workloads.js'

/** The parts of an answer that are equal in all engines, whatever their scores and ties. */
export interface SearchAnswer {
  readonly total: number
  /** Key, rows and sum of each group, in the order of the keys. */
  readonly groups: readonly AnswerGroup[]
  /** The sort values of the hits, if they are numbers of the order itself. */
  readonly sortValues: readonly number[]
}

export type AnswerGroup = readonly [key: string, rows: number, sum: number]

/** Answers by the name of the search. */
export type SearchAnswers = Readonly<Record<string, readonly SearchAnswer[]>>

/** The number of searches of each kind that are compared. */
export const COMPARED = 10
export const ANSWER_SEED = 42
/** Distances are rounded differently, so one of so many hits may be on the other side of the edge. */
const HITS_PER_DOUBTFUL = 500

/** The searches whose answers are compared: the first of the measured ones, with exact counts. */
export function answeredSearches({ make, poolRequests }: SearchWorkload): SearchQuery[] {
  const random = seededRandom(ANSWER_SEED)
  return Array.from({ length: Math.min(COMPARED, poolRequests) }, () => ({
    ...make(random),
    trackTotalCount: TrackTotalCount.ALL,
  }))
}

/** Collects an engine's answers to the searches that are compared. */
export async function collectAnswers(
  workloads: readonly SearchWorkload[],
  ask: (query: SearchQuery) => Promise<SearchAnswer>,
): Promise<SearchAnswers> {
  const answers: Record<string, SearchAnswer[]> = {}
  for (const workload of workloads) {
    const found: SearchAnswer[] = []
    for (const query of answeredSearches(workload)) {
      found.push(await ask(query))
    }
    answers[workload.name] = found
  }
  return answers
}

export const answersOfRowhouse = (
  server: OrderServer,
  workloads: readonly SearchWorkload[],
): Promise<SearchAnswers> =>
  collectAnswers(workloads, async (query) =>
    answerOf(query, await server.search(query, ALL_COLUMNS)),
  )

/** The column that hits are sorted by; undefined for scores and for values of nested rows. */
export function plainSortField({ sort }: SearchQuery): string | undefined {
  const first = sort?.sorters[0]
  return first?.kind === 'field' && first.nestedFilter === undefined ? first.fieldName : undefined
}

export function inOrderOfKeys(groups: readonly AnswerGroup[]): AnswerGroup[] {
  return groups.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The number of compared answers, and each difference in one line. */
export function compareAnswers(
  own: SearchAnswers,
  others: SearchAnswers,
): { readonly compared: number; readonly differences: readonly string[] } {
  const differences: string[] = []
  let compared = 0
  for (const [name, answers] of Object.entries(own)) {
    for (const [index, answer] of answers.entries()) {
      const other = others[name]?.[index]
      if (other === undefined) continue
      compared += 1
      if (name === 'geo-sort' && isNear(answer.total, other.total)) continue
      const [ours, theirs] = [JSON.stringify(answer), JSON.stringify(other)]
      if (ours !== theirs) differences.push(`${name} ${index}: ${cut(ours)}, not ${cut(theirs)}`)
    }
  }
  return { compared, differences }
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.ceil(Math.max(a, b) / HITS_PER_DOUBTFUL)
}

function cut(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160)}...`
}

function answerOf(query: SearchQuery, reply: SearchReply): SearchAnswer {
  const field = plainSortField(query)
  return {
    total: reply.totalHits,
    groups: inOrderOfKeys(reply.groupBys.flatMap(groupsOf)),
    sortValues: field === undefined ? [] : reply.rows.map((row) => numberIn(row, field)),
  }
}

function groupsOf(result: GroupByResult): AnswerGroup[] {
  if (result.kind === 'field') {
    return result.items.map((item) => [item.key, item.rowCount, sumOf(item)])
  }
  if (result.kind !== 'dateHistogram') throw new Error(`${result.kind} is not compared`)
  return result.items.map((item) => [String(item.timestamp), item.rowCount, sumOf(item)])
}

function sumOf({ subAggregations: [first] }: GroupByResult['items'][number]): number {
  if (first?.kind !== 'sum') throw new Error('A group came without its sum')
  return first.value
}

function numberIn(row: Buffer, column: string): number {
  const value = decodeRow(row).cells.find(({ name }) => name === column)?.value
  if (value !== undefined && variantType(value) === VariantType.DOUBLE) return doubleOf(value)
  if (value !== undefined && variantType(value) === VariantType.INTEGER) {
    return Number(integerOf(value))
  }
  throw new Error(`A row came without a number in ${column}`)
}
