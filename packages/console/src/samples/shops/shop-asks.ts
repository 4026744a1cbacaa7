import type { Place } from '@rowhouse/demos/geometry'
import type { AnswerOf, AskedMap, ParametersOf, QuestionOf } from '@rowhouse/console-gate/shapes'
import type { DrawnArea } from '../../map/drawn-area.js'
import { type MapView, pixelsPerDegree } from '../../map/mercator.js'

export const shopViews = ['nearby', 'area', 'name', 'statistics'] as const
export type ShopView = (typeof shopViews)[number]

export type FoundShops = AnswerOf<'shops', 'nearby-best'>
export type FoundShop = FoundShops['rows'][number]

/** The questions of a city, in the order in which they are offered. */
export const cityQuestions = ['by-name', 'by-part-of-name', 'by-district'] as const

type ListQuestion =
  | 'nearby-best'
  | 'nearby-nearest'
  | (typeof cityQuestions)[number]
  | 'in-circle'
  | 'in-box'
  | 'in-polygon'

/** A list of shops to ask for: the question's name and its parameters. */
export type ShopAsk = {
  [Q in Extract<QuestionOf<'shops'>, ListQuestion>]: {
    readonly question: Q
    readonly parameters: ParametersOf<'shops', Q>
  }
}[ListQuestion]

/** What is asked of an area besides being in it; each kind of area has its own. */
export interface AreaFilter {
  readonly type: string
  readonly scoreMin: number
  readonly priceFrom: number
  readonly priceTo: number
}

/** The question for a drawn area. */
export function askInArea(area: DrawnArea, filter: AreaFilter): ShopAsk {
  const { type, scoreMin, priceFrom, priceTo } = filter
  if (area.kind === 'circle') {
    const { centre, metres } = area
    return { question: 'in-circle', parameters: { centre, metres, type } }
  }
  if (area.kind === 'box') {
    const { topLeft, bottomRight } = area
    return { question: 'in-box', parameters: { topLeft, bottomRight, scoreMin } }
  }
  return { question: 'in-polygon', parameters: { corners: area.corners, priceFrom, priceTo } }
}

export const FIRST_FILTER: AreaFilter = { type: '奶茶', scoreMin: 4, priceFrom: 0, priceTo: 100 }

const RING_ENDS = [250, 500, 1_000, 5_000]

/** The rings around the middle of the map, which is rounded so that a small move asks nothing new. */
export const ringsAround = (
  centre: Place,
  type = FIRST_FILTER.type,
): ParametersOf<'shops', 'rings'> => ({
  centre: {
    latitude: Math.round(centre.latitude * 1e4) / 1e4,
    longitude: Math.round(centre.longitude * 1e4) / 1e4,
  },
  type,
  ends: RING_ENDS,
})

/** The clusters of what a map shows. */
export const cellsOfMap = (box: AskedMap, zoom: number): ParametersOf<'shops', 'cells-of-map'> => ({
  ...box,
  precision: precisionOf(zoom),
  types: [],
})

/** Districts and streets are too small for a map of more. */
const DISTRICT_ZOOM = 9

export const showsDistricts = (zoom: number): boolean => zoom >= DISTRICT_ZOOM

/** The middle of the manual's example. */
export const FIRST_VIEW: MapView = {
  centre: { latitude: 36.76613, longitude: 111.41461 },
  zoom: 14.4,
}

/** The most letters of a geohash whose cells are at least so wide on the map. */
const CELL_PIXELS = 52
const LETTERS_MAX = 8

/** How fine the clusters are at a zoom. */
export function precisionOf(zoom: number): number {
  for (let letters = LETTERS_MAX; letters > 1; letters -= 1) {
    if (widthOfCell(letters) * pixelsPerDegree(zoom) >= CELL_PIXELS) return letters
  }
  return 1
}

/** Five bits a letter, of which the east has the first. */
const widthOfCell = (letters: number): number => 360 / 2 ** Math.ceil((letters * 5) / 2)
