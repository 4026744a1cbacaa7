import { expectDefined } from '@rowhouse/platform'
import { parse } from 'csv-parse/sync'
import { readDataFile } from '../../data/data-file.js'
import type { Draws } from '../../generate/draws.js'
import { MILK_TEA, SHOP_TYPES } from './shop-types.js'
import type { NewShop } from './shop.js'

const CITY = '台北'
const DISTRICT = '大稻埕'

/** What the map calls them, by what the sample calls them. */
const TYPES: Readonly<Record<string, string>> = {
  餐馆: 'restaurant',
  小吃: 'fast_food deli',
  便利店: 'convenience supermarket greengrocer variety_store department_store marketplace',
  [MILK_TEA]: 'beverages',
  咖啡: 'cafe coffee',
  服装: 'clothes fabric shoes',
  甜品: 'confectionery pastry bakery ice_cream',
  药店: 'pharmacy chemist herbalist',
  酒店: 'hotel hostel',
  书店: 'books',
  茶叶: 'tea',
  酒吧: 'bar alcohol',
}

const TYPE_OF_KIND: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).flatMap(([type, kinds]) =>
    kinds.split(' ').map((kind): [string, string] => [kind, type]),
  ),
)

/**
 * Shops of OpenStreetMap in Dadaocheng, a quarter of Taipei. The map knows no scores, prices and votes:
 * they are drawn, and say nothing about the shop. `drawsOf` answers the draws of the nth shop.
 */
export const readRealShops = (drawsOf: (nth: number) => Draws): readonly NewShop[] => {
  const records: readonly Readonly<Record<string, string>>[] = parse(
    readDataFile('osm-shops.csv.gz'),
    { columns: true },
  )
  return records.map((record, nth) => realShopOf(record, drawsOf(nth)))
}

const realShopOf = (record: Readonly<Record<string, string>>, draws: Draws): NewShop => {
  const field = (name: string): string => expectDefined(record[name], `the column ${name}`)
  const kind = field('kind')
  const type = TYPE_OF_KIND.get(kind) ?? kind
  const range = SHOP_TYPES.find(({ name }) => name === type) ?? { priceFrom: 40, priceTo: 400 }
  const website = field('website')
  return {
    name: field('name'),
    type,
    city: CITY,
    district: DISTRICT,
    street: field('street'),
    latitude: Number(field('lat')),
    longitude: Number(field('lon')),
    score: draws.between(20, 50) / 10,
    averagePrice: draws.between(range.priceFrom, range.priceTo),
    votes: draws.below(3_000),
    isOpen: draws.chance(0.9),
    url: website,
    origin: 'real',
  }
}
