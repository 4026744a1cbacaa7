import { doubleField, geoPoint, keyword, wordsOf } from '../scenario/field.js'
import type { Scenario } from '../scenario/scenario.js'
import { PLANTED_SHOPS } from './planted-shops.js'
import { columnsOf, positionOf, type Shop } from './shop.js'
import { SHOP_QUESTIONS } from './shop-questions.js'

/** Shops around a place, by name, on a map. The manual spells its table's name like this. */
export const shopScenario: Scenario<Shop> = {
  tableName: 'geo_positon',
  indexName: 'geo_positon_index',
  keyColumns: ['_id', 'shop_id'],
  fields: [
    keyword('shop_id'),
    keyword('type'),
    keyword('name'),
    wordsOf('nameWords', 'name'),
    keyword('city'),
    geoPoint('pos'),
    doubleField('score'),
    doubleField('avg_price'),
  ],
  idOf: ({ id }) => id,
  columnsOf,
  planted: PLANTED_SHOPS,
  questions: SHOP_QUESTIONS,
  describe: (shop) =>
    [shop.name, shop.type, shop.score.toFixed(1), shop.averagePrice, positionOf(shop)].join('  '),
}
