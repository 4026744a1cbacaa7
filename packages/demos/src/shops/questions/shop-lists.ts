import { query, sort } from '@rowhouse/client'
import type { Draws } from '../../generate/draws.js'
import { keyQuestions } from '../../sample/key-questions.js'
import { type ListOrder, type Listed, largestFirst, listsOf } from '../../sample/list-question.js'
import { isInBox, isInPolygon, metresBetween, movedBy, type Place } from '../../places/geometry.js'
import { QUARTER } from '../map/quarter.js'
import { MILK_TEA } from '../rows/shop-types.js'
import { type Shop, shopIdOf } from '../rows/shop.js'
import { SHOP_INDEX, shopKey, shopTable } from '../shop-table.js'
import { atMost, isIn, isType, pointOf, within } from './shop-clauses.js'
import { shopOfRow } from './shop-answers.js'

const shops: Listed<typeof shopTable, Shop, Shop> = {
  table: shopTable,
  index: SHOP_INDEX,
  rowOf: shopOfRow,
  rowOfFact: (shop) => shop,
}

const shopList = listsOf(shops)

const bestFirst = largestFirst<Shop>('score', ({ score }) => score)

const nearestFirst = (centre: Place): ListOrder<Shop> => ({
  sorter: sort.byDistance('pos', [pointOf(centre)]),
  compare: (a, b) => metresBetween(a, centre) - metresBetween(b, centre),
})

export interface Nearby {
  readonly centre: Place
  readonly metres: number
  readonly type: string
  readonly priceMax: number
}

const drawNearby = (shop: Shop, draws: Draws): Nearby => ({
  centre: movedBy(shop, draws.between(-200, 200), draws.between(-200, 200)),
  metres: draws.pick([300, 1_000, 3_000]),
  type: shop.type,
  priceMax: shop.averagePrice + draws.below(40),
})

const nearby = ({ centre, metres, type, priceMax }: Nearby) => ({
  type: isType(type),
  distance: within(centre, metres),
  price: atMost(priceMax),
})

const plantedNearby: Nearby = { centre: QUARTER, metres: 1_000, type: MILK_TEA, priceMax: 100 }

/** The manual's first: a type within a circle, not too dear, best score first. */
export const nearbyQuestion = shopList<Nearby>({
  name: 'nearby-best',
  persona: 'visitor',
  planted: plantedNearby,
  draw: drawNearby,
  clauses: nearby,
  order: () => bestFirst,
})

export const nearestQuestion = shopList<Nearby>({
  name: 'nearby-nearest',
  persona: 'visitor',
  planted: { ...plantedNearby, metres: 1_000.5 },
  draw: drawNearby,
  clauses: nearby,
  order: ({ centre }) => nearestFirst(centre),
})

export interface ByName {
  readonly city: string
  readonly begin: string
}

/** The manual's second: a name that begins so, in a city. */
export const byNameQuestion = shopList<ByName>({
  name: 'by-name',
  persona: 'visitor',
  planted: { city: '杭州', begin: '沈家' },
  draw: ({ city, name }, draws) => ({ city, begin: name.slice(0, draws.between(1, 3)) }),
  clauses: ({ city, begin }) => ({
    city: isIn('city', city),
    name: {
      query: query.prefix('name', begin),
      passes: ({ name }) => name.startsWith(begin),
    },
  }),
  order: () => bestFirst,
})

export interface ByPart {
  readonly city: string
  readonly part: string
}

export const byPartQuestion = shopList<ByPart>({
  name: 'by-part-of-name',
  persona: 'visitor',
  planted: { city: '杭州', part: '沈家' },
  draw: ({ city, name }, draws) => {
    const from = draws.below(Math.max(1, name.length - 3))
    return { city, part: name.slice(from, from + 3).replaceAll(/[*?]/g, '') }
  },
  clauses: ({ city, part }) => ({
    city: isIn('city', city),
    name: {
      query: query.wildcard('name', `*${part}*`),
      passes: ({ name }) => name.includes(part),
    },
  }),
  order: () => bestFirst,
})

export interface ByDistrict {
  readonly city: string
  readonly district: string
  readonly type: string
}

export const byDistrictQuestion = shopList<ByDistrict>({
  name: 'by-district',
  persona: 'visitor',
  planted: { city: '杭州', district: '老城', type: '面馆' },
  draw: ({ city, district, type }) => ({ city, district, type }),
  clauses: ({ city, district, type }) => ({
    city: isIn('city', city),
    district: isIn('district', district),
    type: isType(type),
  }),
  order: () => bestFirst,
})

export interface InBox {
  readonly topLeft: Place
  readonly bottomRight: Place
  readonly scoreMin: number
}

const boxAround = (centre: Place, metres: number): Pick<InBox, 'topLeft' | 'bottomRight'> => ({
  topLeft: movedBy(centre, metres, -metres),
  bottomRight: movedBy(centre, -metres, metres),
})

/** What the map shows. */
export const inBoxQuestion = shopList<InBox>({
  name: 'in-box',
  persona: 'visitor',
  planted: { ...boxAround(QUARTER, 505), scoreMin: 4.5 },
  draw: (shop, draws) => ({ ...boxAround(shop, draws.between(200, 2_000)), scoreMin: shop.score }),
  clauses: ({ topLeft, bottomRight, scoreMin }) => ({
    box: {
      query: query.geoBoundingBox('pos', pointOf(topLeft), pointOf(bottomRight)),
      passes: (shop) => isInBox(shop, topLeft, bottomRight),
    },
    score: {
      query: query.range('score', { gte: scoreMin }),
      passes: ({ score }) => score >= scoreMin,
    },
  }),
  order: () => bestFirst,
})

export interface InCircle {
  readonly centre: Place
  readonly metres: number
  readonly type: string
}

export const inCircleQuestion = shopList<InCircle>({
  name: 'in-circle',
  persona: 'visitor',
  planted: { centre: QUARTER, metres: 400, type: MILK_TEA },
  draw: (shop, draws) => ({
    centre: movedBy(shop, draws.between(-100, 100), draws.between(-100, 100)),
    metres: draws.between(150, 5_000),
    type: shop.type,
  }),
  clauses: ({ centre, metres, type }) => ({
    circle: within(centre, metres),
    type: isType(type),
  }),
  order: () => bestFirst,
})

export interface InPolygon {
  readonly corners: readonly Place[]
  readonly priceFrom: number
  readonly priceTo: number
}

const CORNERS = 5

const polygonAround = (centre: Place, metres: number): readonly Place[] =>
  Array.from({ length: CORNERS }, (_, nth) => {
    const angle = 0.3 + (nth / CORNERS) * 2 * Math.PI
    const reach = nth % 2 === 0 ? metres : metres * 0.6
    return movedBy(centre, reach * Math.sin(angle), reach * Math.cos(angle))
  })

/** A drawn area, and a band of prices. */
export const inPolygonQuestion = shopList<InPolygon>({
  name: 'in-polygon',
  persona: 'visitor',
  planted: { corners: polygonAround(QUARTER, 700), priceFrom: 20, priceTo: 60 },
  draw: (shop, draws) => ({
    corners: polygonAround(shop, draws.between(200, 3_000)),
    priceFrom: Math.max(0, shop.averagePrice - draws.between(1, 30)),
    priceTo: shop.averagePrice + draws.between(1, 30),
  }),
  clauses: ({ corners, priceFrom, priceTo }) => ({
    area: {
      query: query.geoPolygon('pos', corners.map(pointOf)),
      passes: (shop) => isInPolygon(shop, corners),
    },
    price: {
      query: query.range('avg_price', { gte: BigInt(priceFrom), lt: BigInt(priceTo) }),
      passes: ({ averagePrice }) => averagePrice >= priceFrom && averagePrice < priceTo,
    },
  }),
  order: () => bestFirst,
})

/** A shop by its key, and by the index. */
export const { byKey: shopByKey, byIndex: shopByIndex } = keyQuestions(shops, {
  noun: 'shop',
  persona: 'visitor',
  planted: { id: shopIdOf(0) },
  keyOf: shopKey,
  field: 'shop_id',
})
