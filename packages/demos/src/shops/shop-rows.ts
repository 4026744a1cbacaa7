import { outOfRange } from '@rowhouse/platform'
import { weighted } from '../generate/beijing-calendar.js'
import { Draws } from '../generate/draws.js'
import { type City, cityWeight, readCities } from '../places/cities.js'
import { type District, districtsOf, placeIn } from './map/districts.js'
import { quarterStreets } from './map/quarter.js'
import { type Street, streetsThrough } from './map/streets.js'
import { plantedShops } from './rows/planted-shops.js'
import { readRealShops } from './rows/real-shops.js'
import { type Shop, shopAtRow, shopIdOf, shopPagePath } from './rows/shop.js'
import { shopNameOf } from './rows/shop-names.js'
import { SHOP_TYPES } from './rows/shop-types.js'

const VOTES_MAX = 3_000

/** A city with the clusters of its shops. */
export interface Town {
  readonly city: City
  readonly districts: readonly District[]
}

export const townsOf = (seed: number): readonly Town[] =>
  readCities().map((city) => ({
    city,
    districts: districtsOf(city, new Draws(seed, 'districts', city.geonameId)),
  }))

/** The streets of the demo quarters: one of them made, the other one read off real shops. */
export const streetsOfQuarters = (seed: number): readonly Street[] => [
  ...quarterStreets(),
  ...streetsThrough(readRealShops((nth) => new Draws(seed, 'real shop', nth))),
]

/** Makes the shop of a row: the planted ones first, then the real ones, then as many as are wanted. */
export function shopMaker(seed: number): (row: number) => Shop {
  const towns = townsOf(seed)
  const cities = towns.map(({ city }) => city)
  const fixed = [
    ...plantedShops(seed, cities),
    ...readRealShops((nth) => new Draws(seed, 'real shop', nth)),
  ]
  const townAt = weighted(cities.map(cityWeight))
  const typeAt = weighted(SHOP_TYPES.map(({ share }) => share))
  return (row) => {
    const draws = new Draws(seed, 'shop', row)
    const { city, districts } = towns[Math.floor(townAt(draws.next()))] ?? outOfRange()
    const type = SHOP_TYPES[Math.floor(typeAt(draws.next()))] ?? outOfRange()
    const shop = fixed[row]
    if (shop !== undefined) return shopAtRow(row, shop)
    return drawnShop(shopIdOf(row), city, draws.pick(districts), type, draws)
  }
}

function drawnShop(
  id: string,
  city: City,
  district: District,
  type: (typeof SHOP_TYPES)[number],
  draws: Draws,
): Shop {
  const { latitude, longitude, street } = placeIn(city, district, draws)
  return {
    id,
    latitude,
    longitude,
    street,
    name: shopNameOf(city, type, district.name, draws),
    type: type.name,
    city: city.name,
    district: district.name,
    score: Math.round(50 - 40 * draws.next() ** 1.8) / 10,
    averagePrice: Math.round(
      type.priceFrom + (type.priceTo - type.priceFrom) * draws.next() ** 1.5,
    ),
    votes: Math.floor(VOTES_MAX * draws.next() ** 3),
    isOpen: draws.chance(0.93),
    url: shopPagePath(id),
    origin: 'generated',
  }
}
