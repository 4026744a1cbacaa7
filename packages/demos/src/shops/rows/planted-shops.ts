import { expectDefined, outOfRange } from '@rowhouse/platform'
import { Draws } from '../../generate/draws.js'
import type { City } from '../../places/cities.js'
import { districtsOf, placeIn } from '../map/districts.js'
import { QUARTER, QUARTER_CITY, QUARTER_NAME, quarterPlace } from '../map/quarter.js'
import { movedBy } from '../../places/geometry.js'
import type { NewShop } from './shop.js'
import { MILK_TEA, SHOP_TYPES } from './shop-types.js'

const CHEAP_TEA = 25
const DEAR_TEA = 15
const INSIDE = 300
const OUTSIDE = 40
const EDGES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

const common = { votes: 100, isOpen: true, url: '', origin: 'generated' } as const

/** Few different scores, so that many tie. */
const SCORES = [4.9, 4.9, 4.7, 4.7, 4.7, 4.4, 4.2, 3.8] as const
const scoreAt = (nth: number): number => SCORES[nth % SCORES.length] ?? outOfRange()

/**
 * The quarter of the manual's example. The first 25 are its answer, four of them at 999 m; each other kind
 * breaks one clause alone, and scores higher.
 */
const quarter = (): NewShop[] => [
  ...Array.from({ length: INSIDE }, (_, nth) => insideShop(nth)),
  ...EDGES.map(([north, east], nth) => ({
    ...quarterShop(INSIDE + nth, MILK_TEA, 5, 20),
    ...movedBy(QUARTER, 1_001 * north, 1_001 * east),
  })),
  ...Array.from({ length: OUTSIDE }, (_, nth) => ({
    ...quarterShop(nth, typeAt(nth), scoreAt(nth), 60),
    ...movedBy(QUARTER, 1_050 + 20 * nth, nth % 2 === 0 ? 300 : -300),
  })),
]

const insideShop = (nth: number): NewShop => {
  if (nth < CHEAP_TEA) {
    // The dearest that still passes costs exactly 100.
    const shop = quarterShop(nth, MILK_TEA, scoreAt(nth), nth === 0 ? 100 : 12 + nth)
    const edge = EDGES[nth]
    return edge === undefined
      ? shop
      : { ...shop, ...movedBy(QUARTER, 999 * edge[0], 999 * edge[1]) }
  }
  if (nth < CHEAP_TEA + DEAR_TEA) return quarterShop(nth, MILK_TEA, 5, 76 + nth)
  return quarterShop(nth, typeAt(nth), 5 - (nth % 11) / 10, 15 + (nth % 80))
}

const typeAt = (nth: number): string => {
  const others = SHOP_TYPES.filter(({ name }) => name !== MILK_TEA)
  return others[nth % others.length]?.name ?? outOfRange()
}

const quarterShop = (nth: number, type: string, score: number, averagePrice: number): NewShop => ({
  ...common,
  ...quarterPlace(nth),
  name: `${type}${String(nth + 1).padStart(3, '0')}号（${QUARTER_NAME}店）`,
  type,
  city: QUARTER_CITY,
  district: QUARTER_NAME,
  score: Math.round(score * 10) / 10,
  averagePrice,
})

/** Names that begin, hold or nearly are the family's, and where. Only the first passes every clause. */
const SHENS = [
  { count: 400, begin: '沈家', city: '杭州' },
  { count: 60, begin: '沈氏', city: '杭州' },
  { count: 60, begin: '老沈家', city: '杭州' },
  { count: 40, begin: '沈家', city: '上海' },
  { count: 40, begin: '沈家', city: '苏州' },
  { count: 40, begin: '沈家', city: '绍兴' },
] as const

const shens = (seed: number, cities: readonly City[]): NewShop[] =>
  SHENS.flatMap(({ count, begin, city: name }) => {
    const city = expectDefined(
      cities.find((one) => one.name === name),
      `${name} is a city`,
    )
    const districts = districtsOf(city, new Draws(seed, 'districts', city.geonameId))
    return Array.from({ length: count }, (_, nth): NewShop => {
      const draws = new Draws(seed, `${begin} ${name}`, nth)
      const type = SHOP_TYPES[nth % SHOP_TYPES.length] ?? outOfRange()
      const district = draws.pick(districts)
      return {
        ...common,
        ...placeIn(city, district, draws),
        name: `${begin}${draws.pick(type.nouns)}（${district.name}店）`,
        type: type.name,
        city: name,
        district: district.name,
        // The best of the family are many with one score; the others may score higher.
        score: begin === '沈家' && name === '杭州' ? 4.8 - (nth % 7) / 10 : 5 - (nth % 3) / 10,
        averagePrice: draws.between(type.priceFrom, type.priceTo),
      }
    })
  }).map((shop) => ({ ...shop, score: Math.round(shop.score * 10) / 10 }))

/** Rows that the manual's own examples ask for, and their decoys. */
export const plantedShops = (seed: number, cities: readonly City[]): readonly NewShop[] => [
  ...quarter(),
  ...shens(seed, cities),
]
