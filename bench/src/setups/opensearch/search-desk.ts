import { consumerQuestions } from '@rowhouse/demos'
import {
  type OpenSearchClient,
  at,
  listAt,
  numberAt,
} from '../../search/peers/opensearch/opensearch-client.js'
import {
  BEIJING_MIDNIGHT_MS,
  BEST_BUYERS,
  BEST_PRODUCTS,
  DEAR_ROWS,
  PAGE_ROWS,
} from '../mariadb/mariadb-desk.js'
import type { AnswerOf, CompleteDesk } from '../questions/desk-questions.js'
import type { FoundOrders } from '../sharded/merge-answers.js'
import { ORDERS, orderOfDocument } from './order-documents.js'

/** Past the cache of whole replies, which would answer a repeated question. */
const SEARCH = `/${ORDERS}/_search?request_cache=false`

const KEYS = [{ oIdMd5: 'asc' }, { oId: 'asc' }]
const LATEST = [{ createTime: 'desc' }, ...KEYS]
const DEAREST = [{ totalPrice: 'desc' }, ...KEYS]

interface Period {
  readonly from: number
  readonly to: number
}

const term = (field: string, value: string): object => ({ term: { [field]: value } })
const within = (field: string, { from, to }: Period): object => ({
  range: { [field]: { gte: from, lt: to } },
})
const totalAtLeast = (gte: number): object => ({ range: { totalPrice: { gte } } })
const filtered = (filter: readonly object[]): object => ({ bool: { filter } })

const TURNOVER = { turnover: { sum: { field: 'totalFen' } } }

/** The questions that need more than a key, as searches. */
export function searchDesk(
  client: OpenSearchClient,
): Omit<CompleteDesk, 'orderByKey' | 'latestOfConsumer'> {
  const list = listOf(client)
  return {
    ordersByWord: ({ consumer, period, word }) => {
      const phrase = { match_phrase: { pName: word } }
      return list([term('cId', consumer), within('createTime', period), phrase], LATEST)
    },
    ordersByAmount: ({ consumer, atLeast }) =>
      list([term('cId', consumer), totalAtLeast(atLeast)], DEAREST),
    ordersOfMonth: ({ seller, period }) =>
      list([term('sId', seller), within('createTime', period)], LATEST),
    dearOrdersOfBrands: ({ period, atLeast, brandText }) => {
      const brand = { wildcard: { pBrand: { value: `*${brandText}*` } } }
      return list([totalAtLeast(atLeast), within('payTime', period), brand], DEAREST, DEAR_ROWS)
    },
    ...searchStatistics(client),
  }
}

type Statistics = Pick<
  CompleteDesk,
  'spendingByMonth' | 'bestProducts' | 'turnoverByDay' | 'bestBuyers' | 'funnel'
>

function searchStatistics(client: OpenSearchClient): Statistics {
  const groups = async (
    filter: readonly object[],
    grouping: object,
  ): Promise<readonly unknown[]> => {
    const aggs = { groups: { ...grouping, aggs: TURNOVER } }
    const body = { size: 0, track_total_hits: false, query: filtered(filter), aggs }
    return listAt(await client.call('POST', SEARCH, body), 'aggregations', 'groups', 'buckets')
  }
  return {
    spendingByMonth: async ({ consumer }) => {
      const ranges = consumerQuestions.SPENDING_MONTHS
      const range = { range: { field: 'createTime', ranges } }
      return (await groups([term('cId', consumer)], range)).map((group) => salesAt(group, 'from'))
    },
    bestProducts: async ({ seller, period }) => {
      const filter = [term('sId', seller), within('createTime', period)]
      const order = [{ _count: 'desc' }, { _key: 'asc' }]
      const terms = { terms: { field: 'pId', size: BEST_PRODUCTS, order } }
      return (await groups(filter, terms)).map(salesOf)
    },
    turnoverByDay: async ({ period }) => {
      const interval = 86_400_000
      const days = { field: 'payTime', interval, offset: BEIJING_MIDNIGHT_MS, min_doc_count: 1 }
      const found = await groups([within('payTime', period)], { histogram: days })
      return found.map((group) => salesAt(group, 'key'))
    },
    bestBuyers: async ({ period }) => {
      const order = [{ turnover: 'desc' }, { _key: 'asc' }]
      const terms = { terms: { field: 'cId', size: BEST_BUYERS, order } }
      return (await groups([within('payTime', period)], terms)).map(salesOf)
    },
    funnel: async ({ period }) => {
      const count = (field: string): object => ({ value_count: { field } })
      const aggs = {
        paid: count('payTime'),
        shipped: count('shipTime'),
        received: count('receiveTime'),
      }
      const query = filtered([within('createTime', period)])
      const body = { size: 0, track_total_hits: true, query, aggs }
      const reply = await client.call('POST', SEARCH, body)
      const countOf = (name: string): number => numberAt(reply, 'aggregations', name, 'value')
      const created = numberAt(reply, 'hits', 'total', 'value')
      return {
        created,
        paid: countOf('paid'),
        shipped: countOf('shipped'),
        received: countOf('received'),
      }
    },
  }
}

const listOf =
  (client: OpenSearchClient) =>
  async (
    filter: readonly object[],
    sort: readonly object[],
    size = PAGE_ROWS,
  ): Promise<FoundOrders> => {
    const body = { size, track_total_hits: true, sort, query: filtered(filter) }
    const reply = await client.call('POST', SEARCH, body)
    return {
      total: numberAt(reply, 'hits', 'total', 'value'),
      rows: listAt(reply, 'hits', 'hits').map((hit) => orderOfDocument(at(hit, '_source'))),
    }
  }

const salesAt = (group: unknown, from: string): AnswerOf<'turnoverByDay'>[number] => ({
  from: numberAt(group, from),
  orders: numberAt(group, 'doc_count'),
  totalFen: numberAt(group, 'turnover', 'value'),
})

const salesOf = (group: unknown): AnswerOf<'bestBuyers'>[number] => ({
  key: String(at(group, 'key')),
  orders: numberAt(group, 'doc_count'),
  totalFen: numberAt(group, 'turnover', 'value'),
})
