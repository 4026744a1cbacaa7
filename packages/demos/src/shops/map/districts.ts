import { outOfRange } from '@rowhouse/platform'
import type { Draws } from '../../generate/draws.js'
import type { City } from '../../places/cities.js'
import { movedBy, type Place } from '../../places/geometry.js'

/** A cluster of shops in a city: made, not real. */
export interface District extends Place {
  readonly name: string
  /** Half of the shops are nearer than this. */
  readonly radius: number
  /** How its streets are turned against the north, in radians. */
  readonly turn: number
}

export interface ShopPlace extends Place {
  readonly street: string
}

const NAMES = '老城 城东 城西 城南 城北 新区 大学城 火车站 高新区 滨江'.split(' ')
const NAMES_EN =
  'Old Town,East Side,West Side,South Side,North Side,New Town,University,Station,Tech Park,Riverside'.split(
    ',',
  )
const STREETS =
  '中山路 人民路 解放路 建设路 文化路 和平街 新华街 北京路 学院路 长江路 光明街 胜利路'.split(' ')
const STREETS_EN =
  'Main Street,Station Road,Park Avenue,Church Street,Mill Lane,Market Street,High Street,River Road'.split(
    ',',
  )
const SMALLEST = 4
const PEOPLE_PER_DISTRICT = 1_000_000
/** Metres between neighbouring streets. */
const BLOCK = 150

/** The districts of a city, the old town in its middle. `draws` must be the city's own. */
export const districtsOf = (city: City, draws: Draws): readonly District[] => {
  const names = city.isChinese ? NAMES : NAMES_EN
  const count = Math.min(names.length, SMALLEST + Math.floor(city.population / PEOPLE_PER_DISTRICT))
  const reach = 4_000 * Math.log2(2 + city.population / PEOPLE_PER_DISTRICT)
  return names.slice(0, count).map((name, nth) => {
    const angle = (nth / count) * 2 * Math.PI + draws.next()
    const metres = nth === 0 ? 0 : reach * (0.35 + 0.65 * draws.next())
    const centre = movedBy(city, metres * Math.sin(angle), metres * Math.cos(angle))
    const radius = draws.between(400, 1_300)
    return { ...centre, name, radius, turn: draws.next() * (Math.PI / 2) }
  })
}

/** A place at a street of the district: many in the middle, few at the rim. */
export const placeIn = (city: City, district: District, draws: Draws): ShopPlace => {
  const along = spread(draws) * district.radius
  const block = Math.round((spread(draws) * district.radius) / BLOCK)
  const across = block * BLOCK + (draws.chance(0.5) ? -12 : 12)
  const [x, y] = draws.chance(0.5) ? [along, across] : [across, along]
  const names = city.isChinese ? STREETS : STREETS_EN
  const north = x * Math.sin(district.turn) + y * Math.cos(district.turn)
  const east = x * Math.cos(district.turn) - y * Math.sin(district.turn)
  const street = names[Math.abs(block * 2 + (x === along ? 1 : 0)) % names.length]
  const { latitude, longitude } = movedBy(district, north, east)
  return { latitude, longitude, street: street ?? outOfRange() }
}

/** About normal: the middle of three, around 0. */
const spread = (draws: Draws): number => (draws.next() + draws.next() + draws.next() - 1.5) * 1.5
