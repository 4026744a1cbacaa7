import { aggregate } from '@rowhouse/client'
import type { RangeItem, SubResults } from '@rowhouse/protocol'
import { type Clauses, passesAll, queriesOf } from '../../sample/clause.js'
import { metricOf, rounded } from '../../sample/metric-of.js'
import { searchQuestion } from '../../sample/search-question.js'
import { type Tally, compareText } from '../../sample/tally.js'
import { metresBetween, type Place } from '../../places/geometry.js'
import { QUARTER } from '../map/quarter.js'
import { MILK_TEA } from '../rows/shop-types.js'
import type { Shop } from '../rows/shop.js'
import { SHOP_INDEX, shopTable } from '../shop-table.js'
import { isIn, isType } from './shop-clauses.js'

export interface ShopGroup {
  readonly key: string
  readonly rows: number
  readonly meanScore: number
  readonly meanPrice: number
}

const GROUPS_MAX = 200

const means = {
  aggregations: {
    score: aggregate.average('score', { missing: 0 }),
    price: aggregate.average('avg_price', { missing: 0n }),
  },
}

interface Item extends SubResults {
  readonly rowCount: number
}

/** An empty group has no means. */
const groupOf = (key: string, item: Item): ShopGroup => {
  const mean = (name: string): number => (item.rowCount === 0 ? 0 : rounded(metricOf(item, name)))
  return { key, rows: item.rowCount, meanScore: mean('score'), meanPrice: mean('price') }
}

/** Groups in a fixed order, or the largest first. */
type Order = readonly string[] | 'largest'

function tallyShops(
  passes: (shop: Shop) => boolean,
  keyOf: (shop: Shop) => string | undefined,
  order: Order,
): Tally<Shop, readonly ShopGroup[]> {
  const groups = new Map<string, { rows: number; score: number; price: number }>()
  const groupAt = (key: string): ShopGroup => {
    const { rows, score, price } = groups.get(key) ?? { rows: 0, score: 0, price: 0 }
    const mean = (sum: number): number => (rows === 0 ? 0 : rounded(sum / rows))
    return { key, rows, meanScore: mean(score), meanPrice: mean(price) }
  }
  return {
    add: (shop) => {
      const key = passes(shop) ? keyOf(shop) : undefined
      if (key === undefined) return
      const sums = groups.get(key) ?? { rows: 0, score: 0, price: 0 }
      sums.rows += 1
      sums.score += shop.score
      sums.price += shop.averagePrice
      groups.set(key, sums)
    },
    answer: () =>
      order === 'largest'
        ? [...groups.keys()]
            .map(groupAt)
            .toSorted((a, b) => b.rows - a.rows || compareText(a.key, b.key))
            .slice(0, GROUPS_MAX)
        : order.map(groupAt),
  }
}

const shared = { persona: 'platform', table: shopTable, index: SHOP_INDEX } as const

export interface InCity {
  readonly city: string
}

const inCity = ({ city }: InCity): Clauses<Shop> => ({ city: isIn('city', city) })

const cityTopic = {
  ...shared,
  planted: { city: '杭州' },
  draw: ({ city }: Shop): InCity => ({ city }),
  clauses: (parameters: InCity) => queriesOf(inCity(parameters)),
}

/** How many shops of each type a city has, their mean score and price. */
export const typesOfCityQuestion = searchQuestion({
  ...cityTopic,
  name: 'types-of-city',
  shape: () => ({
    limit: 0,
    groups: { types: aggregate.byValue('type', { size: GROUPS_MAX, ...means }) },
  }),
  answerOf: ({ groups }) => groups.types.items.map((item) => groupOf(item.key, item)),
  tally: (parameters) => tallyShops(passesAll(inCity(parameters)), ({ type }) => type, 'largest'),
})

export const districtsOfCityQuestion = searchQuestion({
  ...cityTopic,
  name: 'districts-of-city',
  shape: () => ({
    limit: 0,
    groups: { districts: aggregate.byValue('district', { size: GROUPS_MAX, ...means }) },
  }),
  answerOf: ({ groups }) => groups.districts.items.map((item) => groupOf(item.key, item)),
  tally: (parameters) =>
    tallyShops(passesAll(inCity(parameters)), ({ district }) => district, 'largest'),
})

interface Band {
  readonly from: number
  readonly to: number
}

const bandKey = ({ from, to }: Band): string => `${from}..${to}`

const bandOf = (value: number, bands: readonly Band[]): string | undefined => {
  const found = bands.find(({ from, to }) => value >= from && value < to)
  return found === undefined ? undefined : bandKey(found)
}

const groupsOfBands = (items: readonly RangeItem[]): readonly ShopGroup[] =>
  items.map((item) => groupOf(bandKey(item), item))

/** The best scores have a band of their own; the last one holds 5.0. */
const SCORE_BANDS: readonly Band[] = [
  { from: 1, to: 2 },
  { from: 2, to: 3 },
  { from: 3, to: 4 },
  { from: 4, to: 4.5 },
  { from: 4.5, to: 5.1 },
]

export interface TypeInCity extends InCity {
  readonly type: string
}

const typeInCity = ({ city, type }: TypeInCity): Clauses<Shop> => ({
  city: isIn('city', city),
  type: isType(type),
})

export const scoreBandsQuestion = searchQuestion({
  ...shared,
  name: 'scores',
  planted: { city: '杭州', type: '面馆' },
  draw: ({ city, type }: Shop): TypeInCity => ({ city, type }),
  clauses: (parameters: TypeInCity) => queriesOf(typeInCity(parameters)),
  shape: () => ({
    limit: 0,
    groups: { scores: aggregate.byRanges('score', SCORE_BANDS, means) },
  }),
  answerOf: ({ groups }) => groupsOfBands(groups.scores.items),
  tally: (parameters) =>
    tallyShops(
      passesAll(typeInCity(parameters)),
      ({ score }) => bandOf(score, SCORE_BANDS),
      SCORE_BANDS.map(bandKey),
    ),
})

export interface Rings {
  readonly centre: Place
  readonly type: string
  /** Where each ring ends, in metres. */
  readonly ends: readonly number[]
}

const ringsOf = ({ ends }: Rings): readonly Band[] =>
  ends.map((to, nth) => ({ from: ends[nth - 1] ?? 0, to }))

const ofRings = ({ type }: Rings): Clauses<Shop> => ({ type: isType(type) })

/** How many shops of a type are how far away. */
export const ringsQuestion = searchQuestion({
  ...shared,
  name: 'rings',
  planted: { centre: QUARTER, type: MILK_TEA, ends: [250, 500, 1_000, 1_002] },
  draw: (shop: Shop, draws): Rings => ({
    centre: { latitude: shop.latitude, longitude: shop.longitude },
    type: shop.type,
    ends: [draws.between(100, 900), 1_000, 5_000, 50_000],
  }),
  clauses: (parameters: Rings) => queriesOf(ofRings(parameters)),
  shape: (parameters) => {
    const { latitude, longitude } = parameters.centre
    const origin = { lat: latitude, lon: longitude }
    return {
      limit: 0,
      groups: { rings: aggregate.byGeoDistance('pos', origin, ringsOf(parameters), means) },
    }
  },
  answerOf: ({ groups }) => groupsOfBands(groups.rings.items),
  tally: (parameters) => {
    const rings = ringsOf(parameters)
    return tallyShops(
      passesAll(ofRings(parameters)),
      (shop) => bandOf(metresBetween(shop, parameters.centre), rings),
      rings.map(bandKey),
    )
  },
})
