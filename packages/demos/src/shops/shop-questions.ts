import TableStore from 'tablestore'
import { answerOf, compareText, groupLine, groupsOf } from '../scenario/answer-of.js'
import type { Answer, Question } from '../scenario/scenario.js'
import { keyOrderOf } from '../scenario/scenario-key.js'
import {
  allWords,
  averageOf,
  byField,
  descending,
  inBox,
  inPolygon,
  matchAll,
  must,
  nearest,
  prefix,
  range,
  term,
  upTo,
  within,
} from '../scenario/sdk-queries.js'
import { isInBox, isInPolygon, metresBetween, type Place, textOf } from './places.js'
import { CENTRE } from './planted-shops.js'
import type { Shop } from './shop.js'

type ShopQuestion = Question<Shop>

/** In the middle of Dadaocheng. */
const CORNER: Place = { latitude: 25.0565, longitude: 121.51 }
const BOX = {
  topLeft: { latitude: 25.06, longitude: 121.508 },
  bottomRight: { latitude: 25.054, longitude: 121.512 },
} as const
const POLYGON: readonly Place[] = [
  { latitude: 25.0521, longitude: 121.5071 },
  { latitude: 25.0602, longitude: 121.5083 },
  { latitude: 25.0623, longitude: 121.5127 },
  { latitude: 25.0517, longitude: 121.5142 },
]
const RINGS = [
  { from: 0, to: 200 },
  { from: 200, to: 500 },
  { from: 500, to: 1_000 },
] as const

const found = (
  items: readonly Shop[],
  passes: (shop: Shop) => boolean,
  compare: (a: Shop, b: Shop) => number,
): Answer => answerOf(items, ({ id }) => id, keyOrderOf, passes, compare)

const bestFirst = (a: Shop, b: Shop): number => b.score - a.score

const ofTheManual: readonly ShopQuestion[] = [
  {
    name: 'milk tea within 1 km of 36.76613,111.41461, at most 100 per head, best score first',
    search: {
      query: must(
        term('type', '奶茶'),
        within('pos', textOf(CENTRE), 1_000),
        upTo('avg_price', 100),
      ),
      sorters: [descending('score')],
    },
    answer: (items) =>
      found(
        items,
        (shop) =>
          shop.type === '奶茶' && metresBetween(shop, CENTRE) <= 1_000 && shop.averagePrice <= 100,
        bestFirst,
      ),
  },
  {
    name: 'shops in Hangzhou whose name begins 沈家, best score first',
    search: {
      query: must(term('city', '杭州'), prefix('name', '沈家')),
      sorters: [descending('score')],
    },
    answer: (items) =>
      found(items, ({ city, name }) => city === '杭州' && name.startsWith('沈家'), bestFirst),
  },
]

const ofTheMap: readonly ShopQuestion[] = [
  {
    name: 'cafes within 500 m, the nearest first',
    search: {
      query: must(term('type', 'cafe'), within('pos', textOf(CORNER), 500)),
      sorters: [nearest('pos', textOf(CORNER))],
    },
    answer: (items) =>
      found(
        items,
        (shop) => shop.type === 'cafe' && metresBetween(shop, CORNER) <= 500,
        (a, b) => metresBetween(a, CORNER) - metresBetween(b, CORNER),
      ),
  },
  {
    name: 'restaurants on the part of the map that is shown, best score first',
    search: {
      query: must(
        term('type', 'restaurant'),
        inBox('pos', textOf(BOX.topLeft), textOf(BOX.bottomRight)),
      ),
      sorters: [descending('score')],
    },
    answer: (items) =>
      found(
        items,
        (shop) => shop.type === 'restaurant' && isInBox(shop, BOX.topLeft, BOX.bottomRight),
        bestFirst,
      ),
  },
  {
    name: 'all in a drawn area at 100 to 150 per head, best score first',
    search: {
      query: must(inPolygon('pos', POLYGON.map(textOf)), range('avg_price', 100, 150)),
      sorters: [descending('score')],
    },
    answer: (items) =>
      found(
        items,
        (shop) => isInPolygon(shop, POLYGON) && shop.averagePrice >= 100 && shop.averagePrice < 150,
        bestFirst,
      ),
  },
  {
    name: 'names with both 咖 and 啡, best score first',
    search: { query: allWords('nameWords', '咖啡'), sorters: [descending('score')] },
    answer: (items) =>
      found(items, ({ name }) => name.includes('咖') && name.includes('啡'), bestFirst),
  },
]

const ofStatistics: readonly ShopQuestion[] = [
  {
    name: 'how many of each type, and their mean score',
    search: { query: matchAll, groupBy: byField('type', 200, averageOf('score')), limit: 0 },
    answer: (items) => {
      const groups = [...groupsOf(items, ({ type }) => type)]
        .toSorted((a, b) => b[1].length - a[1].length || compareText(a[0], b[0]))
        .map(([type, shops]) => groupLine(type, shops.length, [meanScore(shops)]))
      return { total: items.length, ids: [], groups }
    },
  },
  {
    name: 'rings around a point',
    search: {
      query: matchAll,
      groupBy: {
        name: 'rings',
        type: TableStore.GroupByType.GROUP_BY_GEO_DISTANCE,
        body: {
          fieldName: 'pos',
          origin: { lat: CORNER.latitude, lon: CORNER.longitude },
          ranges: RINGS,
        },
      },
      limit: 0,
    },
    answer: (items) => ({
      total: items.length,
      ids: [],
      groups: RINGS.map(({ from, to }) => {
        const ring = items.filter((shop) => {
          const metres = metresBetween(shop, CORNER)
          return metres >= from && metres < to
        })
        return groupLine(`${from}..${to}`, ring.length, [])
      }),
    }),
  },
]

const meanScore = (shops: readonly Shop[]): number =>
  shops.reduce((sum, { score }) => sum + score, 0) / shops.length

export const SHOP_QUESTIONS: readonly ShopQuestion[] = [
  ...ofTheManual,
  ...ofTheMap,
  ...ofStatistics,
]
