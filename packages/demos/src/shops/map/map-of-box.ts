import { outOfRange } from '@rowhouse/platform'
import { Draws } from '../../generate/draws.js'
import type { City } from '../../places/cities.js'
import { type Place, movedBy } from '../../places/geometry.js'
import { readRealShops } from '../rows/real-shops.js'
import { type Town, streetsOfQuarters, townsOf } from '../shop-rows.js'
import { type District, placeIn } from './districts.js'
import { QUARTER_CITY, QUARTER_NAME, quarterPlace } from './quarter.js'
import type { Street } from './streets.js'

/** A district as its shops lie. */
export interface DistrictHull {
  readonly name: string
  readonly city: string
  readonly hull: readonly Place[]
}

export interface ShopMap {
  readonly districts: readonly DistrictHull[]
  readonly streets: readonly Street[]
}

const PLACES = 60
const QUARTER_PLACES = 300

/** What stands below the shops of a seed, before anybody looks at a part of it. */
export interface ShopGround {
  readonly seed: number
  readonly towns: readonly Town[]
  readonly quarters: readonly DistrictHull[]
  readonly streets: readonly Street[]
}

export function shopGroundOf(seed: number): ShopGround {
  const realShops = readRealShops((nth) => new Draws(seed, 'real shop', nth))
  const quarter = Array.from({ length: QUARTER_PLACES }, (_, nth) => quarterPlace(nth))
  const real = realShops.slice(0, 1).map(({ district: name, city }): DistrictHull => {
    return { name, city, hull: hullOf(realShops) }
  })
  return {
    seed,
    towns: townsOf(seed),
    quarters: [{ name: QUARTER_NAME, city: QUARTER_CITY, hull: hullOf(quarter) }, ...real],
    streets: streetsOfQuarters(seed),
  }
}

/** Districts with their hulls, and streets of the demo quarters, that may be seen in a box. */
export function mapOfBox(ground: ShopGround, topLeft: Place, bottomRight: Place): ShopMap {
  // A street may cross the box although both of its ends are outside.
  const isSeen = (places: readonly Place[]): boolean => {
    const latitudes = places.map(({ latitude }) => latitude)
    const longitudes = places.map(({ longitude }) => longitude)
    return (
      Math.max(...latitudes) >= bottomRight.latitude &&
      Math.min(...latitudes) <= topLeft.latitude &&
      Math.max(...longitudes) >= topLeft.longitude &&
      Math.min(...longitudes) <= bottomRight.longitude
    )
  }
  const drawn = ground.towns.flatMap(({ city, districts }) =>
    districts
      .filter((district) => isSeen(cornersAround(district)))
      .map((district) => ({
        name: district.name,
        city: city.name,
        hull: hullOfDistrict(ground.seed, city, district),
      })),
  )
  return {
    districts: [...drawn, ...ground.quarters].filter(({ hull }) => isSeen(hull)),
    streets: ground.streets.filter(({ line }) => isSeen(line)),
  }
}

/** No shop of a district is further out than this many times its radius. */
const REACH = 3

const cornersAround = (district: District): readonly Place[] => {
  const metres = REACH * district.radius
  return [movedBy(district, metres, -metres), movedBy(district, -metres, metres)]
}

/** As many shops as tell where the district ends. */
function hullOfDistrict(seed: number, city: City, district: District): readonly Place[] {
  const draws = new Draws(seed, `hull ${district.name}`, city.geonameId)
  return hullOf(Array.from({ length: PLACES }, () => placeIn(city, district, draws)))
}

/** The smallest convex area that holds all places: those on the border, once around. */
export function hullOf(places: readonly Place[]): readonly Place[] {
  const sorted = places.toSorted((a, b) => a.longitude - b.longitude || a.latitude - b.latitude)
  const half = (from: readonly Place[]): Place[] => {
    const border: Place[] = []
    for (const { latitude, longitude } of from) {
      const place = { latitude, longitude }
      while (border.length > 1 && !turnsLeft(border, place)) border.pop()
      border.push(place)
    }
    border.pop()
    return border
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function turnsLeft(border: readonly Place[], next: Place): boolean {
  const last = border.at(-1) ?? outOfRange()
  const before = border.at(-2) ?? outOfRange()
  const [x, y] = [last.longitude - before.longitude, last.latitude - before.latitude]
  return x * (next.latitude - before.latitude) - y * (next.longitude - before.longitude) > 0
}
