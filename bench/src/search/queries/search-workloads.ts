import { TrackTotalCount, type SearchQuery, type SubAggregations } from '@rowhouse/protocol'
import {
  CATEGORIES,
  categoryOf,
  CORNER,
  DAY_MS,
  DAYS,
  FIRST_DAY,
  LATITUDE_SPAN,
  LONGITUDE_SPAN,
  SELLERS,
  sellerOf,
  STATUSES,
  TAGS,
  tagOf,
} from '../documents/order.js'
import { drawRank, wordOf } from '../documents/words.js'
import {
  bool,
  by,
  match,
  matchAll,
  must,
  nested,
  range,
  searchQuery,
  term,
  wildcard,
  within,
} from './clauses.js'

/** One measured kind of search; `make` draws its parameters. */
export interface SearchWorkload {
  readonly name: SearchWorkloadName
  readonly title: string
  /** The goal in milliseconds at p50 with 20 million documents. */
  readonly goalMs: number
  /** The number of distinct requests, which repeat; searches with few parameters need fewer. */
  readonly poolRequests: number
  readonly make: (random: () => number) => SearchQuery
}

export type SearchWorkloadName =
  | 'term-range-sort'
  | 'bool-text'
  | 'match-and-filter'
  | 'broad-count'
  | 'group-sum'
  | 'date-histogram'
  | 'geo-sort'
  | 'nested-sort'
  | 'wildcard'

/** Words of medium frequency. */
const WORD_RANKS_FROM = 20
const WORD_RANKS_TO = 400
const BROAD_SHARE = 0.4

export const SEARCH_WORKLOADS: readonly SearchWorkload[] = [
  {
    name: 'term-range-sort',
    title: 'term + range + sort, top 10',
    goalMs: 2,
    poolRequests: 5_000,
    make: (random) =>
      searchQuery(must(term('seller', sellerOf(whole(random, SELLERS))), days(random, 0.25)), {
        sort: by('amount', 'DESC'),
      }),
  },
  {
    name: 'bool-text',
    title: 'three-way bool with text, top 10 by score',
    goalMs: 5,
    poolRequests: 5_000,
    make: (random) =>
      searchQuery(
        bool(
          [match('title', word(random), 'OR')],
          [term('category', category(random)), days(random, 0.25)],
        ),
        { sort: undefined },
      ),
  },
  {
    name: 'match-and-filter',
    title: 'two words AND + filter, top 10 by score',
    goalMs: 5,
    poolRequests: 5_000,
    make: (random) =>
      searchQuery(
        bool(
          [match('title', `${word(random)} ${word(random)}`, 'AND')],
          [term('status', STATUSES[whole(random, STATUSES.length)] ?? STATUSES[0])],
        ),
      ),
  },
  {
    name: 'broad-count',
    title: 'count of a range with 40 %',
    goalMs: 5,
    poolRequests: 2_000,
    make: (random) =>
      searchQuery(days(random, BROAD_SHARE), {
        limit: 0,
        trackTotalCount: TrackTotalCount.ALL,
      }),
  },
  {
    name: 'group-sum',
    title: 'group by keyword + sum, all rows',
    goalMs: 120,
    poolRequests: 1,
    make: () =>
      searchQuery(matchAll, {
        limit: 0,
        groupBys: [
          {
            kind: 'field',
            name: 'categories',
            fieldName: 'category',
            size: CATEGORIES,
            sort: undefined,
            minDocCount: undefined,
            ...sumOfAmounts,
          },
        ],
      }),
  },
  {
    name: 'date-histogram',
    title: 'date histogram by month + sum, all rows',
    goalMs: 120,
    poolRequests: 1,
    make: () => searchQuery(matchAll, { limit: 0, groupBys: [monthly] }),
  },
  {
    name: 'geo-sort',
    title: 'within 1 km + sort by rating, top 10',
    goalMs: 2,
    poolRequests: 5_000,
    make: (random) => searchQuery(near(random), { sort: by('rating', 'DESC') }),
  },
  {
    name: 'nested-sort',
    title: 'nested tag + sort by its score, top 10',
    goalMs: 2,
    poolRequests: 1_000,
    make: (random) => taggedBest(tagOf(whole(random, TAGS))),
  },
  {
    name: 'wildcard',
    title: 'wildcard over the article codes, counted',
    goalMs: 50,
    poolRequests: 2_000,
    make: (random) =>
      searchQuery(wildcard('sku', `*${letters(random, 4)}*`), {
        trackTotalCount: TrackTotalCount.ALL,
      }),
  },
]

export function searchWorkloadNamed(name: string): SearchWorkload {
  const workload = SEARCH_WORKLOADS.find((candidate) => candidate.name === name)
  if (workload !== undefined) return workload
  const known = SEARCH_WORKLOADS.map((candidate) => candidate.name).join(', ')
  throw new Error(`No search "${name}"; there are ${known}`)
}

/** The search whose pages are followed: it finds about half of all orders, the oldest first. */
export function pagedSearch(limit: number, token: Buffer | undefined): SearchQuery {
  const query = term('status', STATUSES[0])
  const sort = token === undefined ? by('createdAt', 'ASC') : undefined
  return searchQuery(query, { limit, sort, token })
}

const sumOfAmounts: SubAggregations = {
  subAggregations: [{ kind: 'sum', name: 'sum', fieldName: 'amount', missing: undefined }],
  subGroupBys: [],
}

const monthly: SearchQuery['groupBys'][number] = {
  kind: 'dateHistogram',
  name: 'months',
  fieldName: 'createdAt',
  interval: { value: 1, unit: 'MONTH' },
  fieldRange: undefined,
  missing: undefined,
  minDocCount: undefined,
  timeZone: undefined,
  sort: undefined,
  offset: undefined,
  ...sumOfAmounts,
}

function days(random: () => number, share: number) {
  const length = Math.floor(DAYS * share) * DAY_MS
  const from = FIRST_DAY + Math.floor(random() * (DAYS * DAY_MS - length))
  return range('createdAt', BigInt(from), BigInt(from + length))
}

function near(random: () => number) {
  const lat = CORNER.latitude + random() * LATITUDE_SPAN
  const lon = CORNER.longitude + random() * LONGITUDE_SPAN
  return within('place', { lat, lon }, 1_000)
}

function taggedBest(tag: string): SearchQuery {
  const filter = term('tags.tag', tag)
  const sort = by('tags.score', 'DESC', { mode: 'MAX', nestedFilter: { path: 'tags', filter } })
  return searchQuery(nested('tags', filter), { sort })
}

function word(random: () => number): string {
  return wordOf(WORD_RANKS_FROM + whole(random, WORD_RANKS_TO - WORD_RANKS_FROM))
}

function category(random: () => number): string {
  return categoryOf(drawRank(random, CATEGORIES))
}

function letters(random: () => number, count: number): string {
  let text = ''
  for (let i = 0; i < count; i += 1) text += whole(random, 36).toString(36)
  return text
}

function whole(random: () => number, below: number): number {
  return Math.floor(random() * below)
}
