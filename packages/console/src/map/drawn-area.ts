import { type Place, metresBetween, movedBy } from '@rowhouse/demos/geometry'
import { type Box, rounded } from './mercator.js'

export interface Circle {
  readonly kind: 'circle'
  readonly centre: Place
  readonly metres: number
}

interface DrawnBox extends Box {
  readonly kind: 'box'
}

export interface Polygon {
  readonly kind: 'polygon'
  /** At least three, around the area. */
  readonly corners: readonly Place[]
}

/** An area that a person has drawn, as a query for places takes it. */
export type DrawnArea = Circle | DrawnBox | Polygon

export const areaKinds = ['circle', 'box', 'polygon'] as const
export type AreaKind = (typeof areaKinds)[number]

/** A point by which an area is changed. */
export interface AreaHandle {
  readonly id: string
  /** What it moves; a corner has its number. */
  readonly part: 'whole' | 'edge' | 'corner' | 'new'
  readonly number?: number
  readonly place: Place
  /** The area after the handle was moved to a place. */
  readonly moved: (place: Place) => DrawnArea
  /** The area without this corner; undefined where none can be spared. */
  readonly removed?: DrawnArea | undefined
  /** The handle that stands where this one was moved to, where that is another. */
  readonly becomes?: string
}

const CORNERS_MIN = 3
/** A smaller circle finds nothing. */
const METRES_MIN = 1

/** A first area of a kind around a place. */
export function areaAround(kind: AreaKind, centre: Place, metres: number): DrawnArea {
  if (kind === 'circle') return { kind, centre: rounded(centre), metres: Math.round(metres) }
  if (kind === 'box') {
    return {
      kind,
      topLeft: movedBy(centre, metres, -metres),
      bottomRight: movedBy(centre, -metres, metres),
    }
  }
  const corners = Array.from({ length: 5 }, (_, nth) => {
    const angle = (nth / 5) * 2 * Math.PI
    return movedBy(centre, metres * Math.cos(angle), metres * Math.sin(angle))
  })
  return { kind, corners }
}

export function handlesOf(area: DrawnArea): readonly AreaHandle[] {
  if (area.kind === 'circle') return circleHandles(area)
  return area.kind === 'box' ? boxHandles(area) : polygonHandles(area)
}

/** Around the area; the border of a circle as many short lines. */
export function outlineOf(area: DrawnArea): readonly Place[] {
  if (area.kind === 'polygon') return area.corners
  if (area.kind === 'box') return cornersOf(area)
  const { centre, metres } = area
  return Array.from({ length: 72 }, (_, nth) => {
    const angle = (nth / 72) * 2 * Math.PI
    return movedBy(centre, metres * Math.cos(angle), metres * Math.sin(angle))
  })
}

function circleHandles(area: Circle): readonly AreaHandle[] {
  const { centre } = area
  return [
    {
      id: 'whole',
      part: 'whole',
      place: centre,
      moved: (to) => ({ ...area, centre: rounded(to) }),
    },
    {
      id: 'edge',
      part: 'edge',
      place: movedBy(centre, 0, area.metres),
      moved: (to) => ({
        ...area,
        metres: Math.max(METRES_MIN, Math.round(metresBetween(centre, to))),
      }),
    },
  ]
}

const cornersOf = ({ topLeft, bottomRight }: Box): readonly Place[] => [
  topLeft,
  { latitude: topLeft.latitude, longitude: bottomRight.longitude },
  bottomRight,
  { latitude: bottomRight.latitude, longitude: topLeft.longitude },
]

/** Each corner moves against the one that lies opposite. */
function boxHandles(area: DrawnBox): readonly AreaHandle[] {
  const corners = cornersOf(area)
  const handles = corners.flatMap((place, at): AreaHandle[] => {
    const opposite = corners[(at + 2) % corners.length]
    if (opposite === undefined) return []
    const moved = (to: Place): DrawnBox => boxBetween(to, opposite)
    return [{ id: `corner ${at}`, part: 'corner', number: at + 1, place, moved }]
  })
  return [
    wholeHandle(corners, (moved) =>
      boxBetween(moved[0] ?? area.topLeft, moved[2] ?? area.bottomRight),
    ),
    ...handles,
  ]
}

const boxBetween = (a: Place, b: Place): DrawnBox => ({
  kind: 'box',
  topLeft: rounded({
    latitude: Math.max(a.latitude, b.latitude),
    longitude: Math.min(a.longitude, b.longitude),
  }),
  bottomRight: rounded({
    latitude: Math.min(a.latitude, b.latitude),
    longitude: Math.max(a.longitude, b.longitude),
  }),
})

/** Corners, and between them the places where another corner can be drawn out. */
function polygonHandles({ corners }: Polygon): readonly AreaHandle[] {
  const polygon = (changed: readonly Place[]): Polygon => ({ kind: 'polygon', corners: changed })
  const atCorners = corners.map(
    (place, at): AreaHandle => ({
      id: `corner ${at}`,
      part: 'corner',
      number: at + 1,
      place,
      moved: (to) => polygon(corners.with(at, rounded(to))),
      removed: corners.length > CORNERS_MIN ? polygon(corners.toSpliced(at, 1)) : undefined,
    }),
  )
  const between = corners.map((place, at): AreaHandle => {
    const next = corners[(at + 1) % corners.length] ?? place
    return {
      id: `new ${at}`,
      part: 'new',
      number: at + 1,
      place: middleOf([place, next]),
      becomes: `corner ${at + 1}`,
      moved: (to) => polygon(corners.toSpliced(at + 1, 0, rounded(to))),
    }
  })
  return [wholeHandle(corners, polygon), ...atCorners, ...between]
}

function wholeHandle(
  corners: readonly Place[],
  areaOf: (corners: readonly Place[]) => DrawnArea,
): AreaHandle {
  const middle = middleOf(corners)
  return {
    id: 'whole',
    part: 'whole',
    place: middle,
    moved: (to) =>
      areaOf(
        corners.map(({ latitude, longitude }) =>
          rounded({
            latitude: latitude + to.latitude - middle.latitude,
            longitude: longitude + to.longitude - middle.longitude,
          }),
        ),
      ),
  }
}

const middleOf = (places: readonly Place[]): Place => ({
  latitude: places.reduce((sum, { latitude }) => sum + latitude, 0) / places.length,
  longitude: places.reduce((sum, { longitude }) => sum + longitude, 0) / places.length,
})
