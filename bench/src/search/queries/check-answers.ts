import { TrackTotalCount } from '@rowhouse/protocol'
import { DAY_MS, FIRST_DAY, type Order, orderMaker, sellerOf, tagOf } from '../documents/order.js'
import { wordOf } from '../documents/words.js'
import { ALL_COLUMNS, type OrderServer } from '../server/order-server.js'
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
  within,
} from './clauses.js'

/** A search, and a predicate that finds its hits among all orders. */
interface Check {
  readonly name: string
  readonly query: Parameters<typeof searchQuery>[0]
  readonly matches: (order: Order) => boolean
}

const EARTH_METRES = 6_371_008.7714
const CENTRE = { lat: 30.5, lon: 120.5 } as const
const FROM = FIRST_DAY + 100 * DAY_MS
const TO = FIRST_DAY + 400 * DAY_MS
const WORDS = [wordOf(25), wordOf(60)] as const
const created = range('createdAt', BigInt(FROM), BigInt(TO))

const isCreated = ({ createdAt }: Order): boolean => createdAt >= FROM && createdAt < TO
const hasWord = ({ title }: Order, word: string): boolean => title.split(' ').includes(word)

const CHECKS: readonly Check[] = [
  { name: 'all', query: matchAll, matches: () => true },
  { name: 'range', query: created, matches: isCreated },
  {
    name: 'term and range',
    query: must(term('seller', sellerOf(42)), created),
    matches: (order) => order.seller === sellerOf(42) && isCreated(order),
  },
  {
    name: 'two words and a filter',
    query: bool([match('title', WORDS.join(' '), 'AND')], [term('status', 'paid')]),
    matches: (order) =>
      order.status === 'paid' && hasWord(order, WORDS[0]) && hasWord(order, WORDS[1]),
  },
  {
    name: 'within 5 km',
    query: within('place', CENTRE, 5_000),
    matches: (order) => metresFromCentre(order) <= 5_000,
  },
  {
    name: 'nested tag',
    query: nested('tags', term('tags.tag', tagOf(7))),
    matches: ({ tags }) => tags.some(({ tag }) => tag === tagOf(7)),
  },
]

/** Throws when a search has another count than a scan of all orders. Returns how many were checked. */
export async function checkAnswers(server: OrderServer, documents: number): Promise<number> {
  const counts = CHECKS.map(() => 0)
  const make = orderMaker({ documents })
  for (let number = 0; number < documents; number += 1) {
    const order = make(number, 0)
    for (const [index, check] of CHECKS.entries()) {
      if (check.matches(order)) counts[index] = (counts[index] ?? 0) + 1
    }
  }
  for (const [index, { name, query }] of CHECKS.entries()) {
    const all = { limit: 1, trackTotalCount: TrackTotalCount.ALL, sort: by('amount', 'DESC') }
    const { totalHits, rows } = await server.search(searchQuery(query, all), ALL_COLUMNS)
    const wanted = counts[index] ?? 0
    if (totalHits !== wanted || rows.length !== Math.min(1, wanted)) {
      throw new Error(`${name}: ${totalHits} counted (${rows.length} shown), ${wanted} are there`)
    }
  }
  return CHECKS.length
}

function metresFromCentre({ latitude, longitude }: Order): number {
  const radians = Math.PI / 180
  const half = (degrees: number): number => Math.sin((degrees * radians) / 2) ** 2
  const narrowing = Math.cos(latitude * radians) * Math.cos(CENTRE.lat * radians)
  const squared = half(latitude - CENTRE.lat) + narrowing * half(longitude - CENTRE.lon)
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(squared))
}
