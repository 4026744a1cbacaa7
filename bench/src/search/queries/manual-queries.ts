import { type GroupByField, type SearchQuery, TrackTotalCount } from '@rowhouse/protocol'
import {
  CATEGORIES,
  categoryOf,
  DAY_MS,
  DAYS,
  FIRST_DAY,
  type OrderScale,
  type OrderMaker,
  SELLERS,
  sellerOf,
  skuOf,
} from '../documents/order.js'
import { wordOf } from '../documents/words.js'
import { bool, by, match, must, range, searchQuery, term, wildcard } from './clauses.js'

/** The queries of the service's manual for an order system, by who makes them. */
export interface ManualQuery {
  readonly name: string
  readonly make: (random: () => number) => SearchQuery
}

const MONTH = 30
const YEAR = 365
const COUNTED = { trackTotalCount: TrackTotalCount.ALL } as const
const AMOUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER)

/** Consumers, articles and titles are those of existing orders, so that the queries have hits. */
export function manualQueries(scale: OrderScale, makeOrder: OrderMaker): readonly ManualQuery[] {
  const anyOrder = (random: () => number) => makeOrder(whole(random, scale.documents), 0)
  return [...ofConsumers(anyOrder), ...ofSellers(anyOrder), ...OF_THE_PLATFORM]
}

type AnyOrder = (random: () => number) => ReturnType<OrderMaker>

function ofConsumers(anyOrder: AnyOrder): readonly ManualQuery[] {
  return [
    {
      name: 'consumer, total at least 99.99, dearest first',
      make: (random) =>
        searchQuery(
          must(term('customer', anyOrder(random).customer), range('amount', 9_999n, AMOUNT_MAX)),
          { ...COUNTED, sort: by('amount', 'DESC') },
        ),
    },
    {
      name: 'consumer, last year, with a word, latest first',
      make: (random) => {
        const { customer, title } = anyOrder(random)
        const words = match('title', title.split(' ')[0] ?? '', 'OR')
        return searchQuery(must(term('customer', customer), last(YEAR), words), {
          ...COUNTED,
          sort: by('createdAt', 'DESC'),
        })
      },
    },
  ]
}

function ofSellers(anyOrder: AnyOrder): readonly ManualQuery[] {
  return [
    {
      name: 'seller, last month, latest first',
      make: (random) =>
        searchQuery(must(term('seller', anySeller(random)), last(MONTH)), {
          ...COUNTED,
          sort: by('createdAt', 'DESC'),
        }),
    },
    {
      name: "a seller's best articles of a month by turnover",
      make: (random) =>
        searchQuery(must(term('seller', anySeller(random)), last(MONTH)), {
          limit: 0,
          groupBys: [best('sku', 10)],
        }),
    },
    {
      name: 'articles by the first characters of their code',
      make: (random) =>
        searchQuery(
          { kind: 'prefix', fieldName: 'sku', prefix: anyOrder(random).sku.slice(0, 9), weight: 1 },
          COUNTED,
        ),
    },
    {
      name: 'one article by its whole code',
      make: (random) => searchQuery(term('sku', anyOrder(random).sku), COUNTED),
    },
  ]
}

const OF_THE_PLATFORM: readonly ManualQuery[] = [
  {
    name: 'category and price range, dearest first',
    make: (random) =>
      searchQuery(
        must(
          term('category', categoryOf(whole(random, CATEGORIES))),
          range('amount', 200_000n, 300_000n),
        ),
        { ...COUNTED, sort: by('amount', 'DESC') },
      ),
  },
  {
    name: 'wildcard over the codes and a price range',
    make: (random) =>
      searchQuery(
        must(
          wildcard('sku', `*${skuOf(whole(random, 1_000)).slice(-4)}*`),
          range('amount', 1_000n, 500_000n),
        ),
        COUNTED,
      ),
  },
  {
    name: 'two words of a title and a status, best first',
    make: (random) =>
      searchQuery(
        bool(
          [match('title', `${wordOf(30 + whole(random, 300))} ${wordOf(60)}`, 'AND')],
          [term('status', 'paid')],
        ),
        COUNTED,
      ),
  },
  {
    name: 'the 100 best buyers of the last month',
    make: () => searchQuery(last(MONTH), { limit: 0, groupBys: [best('customer', 100)] }),
  },
  {
    name: 'turnover of all time by category',
    make: () =>
      searchQuery({ kind: 'matchAll' }, { limit: 0, groupBys: [best('category', CATEGORIES)] }),
  },
  {
    name: 'how many orders in a year',
    make: () => searchQuery(last(YEAR), { ...COUNTED, limit: 0 }),
  },
]

/** Groups by their turnover, the largest first. */
function best(fieldName: string, size: number): GroupByField & { readonly name: string } {
  return {
    kind: 'field',
    name: 'best',
    fieldName,
    size,
    sort: [{ kind: 'subAggregation', name: 'turnover', order: 'DESC' }],
    minDocCount: undefined,
    subAggregations: [{ kind: 'sum', name: 'turnover', fieldName: 'amount', missing: undefined }],
    subGroupBys: [],
  }
}

/** The last days of the orders' period. */
function last(days: number) {
  const to = FIRST_DAY + DAYS * DAY_MS
  return range('createdAt', BigInt(to - days * DAY_MS), BigInt(to))
}

function anySeller(random: () => number): string {
  return sellerOf(whole(random, SELLERS))
}

function whole(random: () => number, below: number): number {
  return Math.floor(random() * below)
}
