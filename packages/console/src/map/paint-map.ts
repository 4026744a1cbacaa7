import type { Place } from '@rowhouse/demos/geometry'
import type { Outline } from './land-outlines.js'
import type { Box, Point, Projection, Size } from './mercator.js'
import {
  type PlacedTile,
  isOfPlace,
  namesOf,
  paintTiles,
  readableAngle,
} from './tiles/paint-tiles.js'

/** What is painted below the marks of a map. */
export interface MapGround {
  readonly streets?: readonly MapStreet[]
  readonly regions?: readonly MapRegion[]
  /** Where much is: each spot is shaded by its share of the most. */
  readonly density?: readonly MapSpot[]
  /** Soft shades around the spots by default. */
  readonly shading?: MapShading
}

/** How density is shown: shades around the middle of each cell, whole cells, or not at all. */
export const mapShadings = ['shades', 'cells', 'none'] as const
export type MapShading = (typeof mapShadings)[number]

interface MapStreet {
  readonly name: string
  readonly line: readonly Place[]
}

interface MapRegion {
  readonly name: string
  /** Around the region. */
  readonly hull: readonly Place[]
}

interface MapSpot {
  readonly place: Place
  readonly count: number
  readonly cell: Box
}

export interface MapColours {
  readonly land: string
  readonly water: string
  readonly coast: string
  readonly green: string
  readonly building: string
  readonly street: string
  readonly edge: string
  readonly region: string
  readonly ink: string
  readonly halo: string
  readonly data: string
}

/** The colours of the theme that is shown. */
export function mapColours(element: Element): MapColours {
  const style = getComputedStyle(element)
  const of = (name: string): string => style.getPropertyValue(`--map-${name}`).trim()
  return {
    land: of('land'),
    water: of('water'),
    coast: of('coast'),
    green: of('green'),
    building: of('building'),
    street: of('street'),
    edge: of('edge'),
    region: of('region'),
    ink: of('ink'),
    halo: of('halo'),
    data: of('data'),
  }
}

export interface Painting {
  readonly context: CanvasRenderingContext2D
  readonly size: Size
  readonly projection: Projection
  readonly zoom: number
  readonly colours: MapColours
}

/**
 * From the ground up: water, land, tiles, shades, districts, streets and names. While the coastlines are not
 * known, all is land: a sea that goes away is worse than one that comes.
 */
export function paintMap(
  painting: Painting,
  land: readonly Outline[] | undefined,
  tiles: readonly PlacedTile[],
  ground: MapGround,
): void {
  const { context, size, colours } = painting
  context.fillStyle = land === undefined ? colours.land : colours.water
  context.fillRect(0, 0, size.width, size.height)
  paintLand(painting, land ?? [])
  paintTiles(painting, tiles)
  PAINT_DENSITY[ground.shading ?? 'shades'](painting, ground.density ?? [])
  paintRegions(painting, ground.regions ?? [])
  paintStreets(painting, ground.streets ?? [])
  for (const name of namesOf(painting, tiles)) {
    const font = isOfPlace(name) ? '600 12px' : '11px'
    writeAlong(painting, name.text, { x: name.left, y: name.top }, name.angle, font)
  }
}

function paintLand({ context, size, projection, colours }: Painting, land: readonly Outline[]) {
  const { scale, origin } = projection
  const [first, last] = [origin.x / scale, (origin.x + size.width) / scale]
  const [top, bottom] = [origin.y / scale, (origin.y + size.height) / scale]
  context.beginPath()
  // The world repeats itself to the west and to the east.
  for (let turn = Math.floor(first); turn <= Math.floor(last); turn += 1) {
    for (const outline of land) {
      const isSeen =
        outline.left + turn < last &&
        outline.right + turn > first &&
        outline.top < bottom &&
        outline.bottom > top
      if (isSeen) trace(context, outline, scale, turn * scale - origin.x, -origin.y)
    }
  }
  context.fillStyle = colours.land
  context.fill('evenodd')
  context.strokeStyle = colours.coast
  context.lineWidth = 1
  context.stroke()
}

/** Points nearer than this to the one before, in pixels, are not seen. */
const NEAR = 0.7

function trace(
  context: CanvasRenderingContext2D,
  { points }: Outline,
  scale: number,
  left: number,
  top: number,
): void {
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  for (let at = 1; at < points.length; at += 2) {
    const x = (points[at - 1] ?? 0) * scale + left
    const y = (points[at] ?? 0) * scale + top
    if (Number.isNaN(lastX)) context.moveTo(x, y)
    else if (Math.abs(x - lastX) < NEAR && Math.abs(y - lastY) < NEAR) continue
    else context.lineTo(x, y)
    lastX = x
    lastY = y
  }
  context.closePath()
}

/** At least; the shades of cells that lie beside each other flow together. */
const SPOT_PIXELS = 46
const SPOT_SHARE = 0.75

const PAINT_DENSITY: Readonly<
  Record<MapShading, (painting: Painting, spots: readonly MapSpot[]) => void>
> = {
  shades: paintShades,
  cells: paintCells,
  none: () => undefined,
}

const mostOf = (spots: readonly MapSpot[]): number =>
  spots.reduce((most, { count }) => Math.max(most, count), 1)

function paintCells(
  { context, size, projection, colours }: Painting,
  spots: readonly MapSpot[],
): void {
  const most = mostOf(spots)
  context.fillStyle = colours.data
  for (const { cell, count } of spots) {
    const { x: left, y: top } = projection.toScreen(cell.topLeft)
    const { x: right, y: bottom } = projection.toScreen(cell.bottomRight)
    if (right < 0 || bottom < 0 || left > size.width || top > size.height) continue
    context.globalAlpha = 0.08 + 0.42 * Math.sqrt(count / most)
    context.fillRect(left + 0.5, top + 0.5, right - left - 1, bottom - top - 1)
  }
  context.globalAlpha = 1
}

function paintShades(
  { context, size, projection, colours }: Painting,
  spots: readonly MapSpot[],
): void {
  const most = mostOf(spots)
  for (const { place, cell, count } of spots) {
    const { x, y } = projection.toScreen(place)
    const width = projection.toScreen(cell.bottomRight).x - projection.toScreen(cell.topLeft).x
    const reach = Math.max(SPOT_PIXELS, SPOT_SHARE * width)
    if (!isNear(size, x, y, reach)) continue
    const shade = context.createRadialGradient(x, y, 0, x, y, reach)
    shade.addColorStop(0, colours.data)
    // The colour without any strength: plain transparent would turn grey on the way.
    shade.addColorStop(1, `${colours.data}00`)
    context.globalAlpha = 0.08 + 0.22 * Math.sqrt(count / most)
    context.fillStyle = shade
    context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach)
  }
  context.globalAlpha = 1
}

const isNear = ({ width, height }: Size, x: number, y: number, by: number): boolean =>
  x > -by && y > -by && x < width + by && y < height + by

/** Smaller districts are not named. */
const NAMED_REGION_PIXELS = 70

function paintRegions(painting: Painting, regions: readonly MapRegion[]): void {
  const { context, projection, colours } = painting
  for (const { name, hull } of regions) {
    const points = hull.map(projection.toScreen)
    context.beginPath()
    for (const { x, y } of points) context.lineTo(x, y)
    context.closePath()
    context.fillStyle = colours.region
    context.globalAlpha = 0.12
    context.fill()
    context.globalAlpha = 0.8
    context.strokeStyle = colours.region
    context.lineWidth = 1
    context.setLineDash([4, 3])
    context.stroke()
    context.setLineDash([])
    context.globalAlpha = 1
    const xs = points.map(({ x }) => x)
    const width = Math.max(...xs) - Math.min(...xs)
    if (width < NAMED_REGION_PIXELS) continue
    const x = (Math.max(...xs) + Math.min(...xs)) / 2
    const y = Math.min(...points.map((point) => point.y)) - 6
    write(painting, name, x, y, '600 12px')
  }
}

/** From here on streets are drawn, and from the second one on they have names. */
const STREET_ZOOM = 13
const NAMED_STREET_ZOOM = 14.5

function paintStreets(painting: Painting, streets: readonly MapStreet[]): void {
  const { context, projection, zoom, colours } = painting
  if (zoom < STREET_ZOOM) return
  context.strokeStyle = colours.street
  context.lineCap = 'round'
  context.lineWidth = Math.max(1.5, (zoom - STREET_ZOOM) * 2)
  for (const { line } of streets) {
    context.beginPath()
    for (const place of line) {
      const { x, y } = projection.toScreen(place)
      context.lineTo(x, y)
    }
    context.stroke()
  }
  if (zoom < NAMED_STREET_ZOOM) return
  for (const street of streets) nameStreet(painting, street)
}

/** Along the street, never upside down. */
function nameStreet(painting: Painting, { name, line }: MapStreet): void {
  const { projection } = painting
  const [from, to] = [line[0], line.at(-1)].map((place) => place && projection.toScreen(place))
  if (from === undefined || to === undefined) return
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  // A third of the way: in the middle names of crossing streets would meet.
  const place = { x: from.x + (to.x - from.x) * 0.32, y: from.y + (to.y - from.y) * 0.32 }
  writeAlong(painting, name, place, angle, '11px')
}

function writeAlong(
  painting: Painting,
  text: string,
  { x, y }: Point,
  angle: number,
  font: string,
): void {
  const { context } = painting
  context.save()
  context.translate(x, y)
  context.rotate(readableAngle(angle))
  write(painting, text, 0, 0, font)
  context.restore()
}

function write({ context, colours }: Painting, text: string, x: number, y: number, font: string) {
  context.font = `${font} ${getComputedStyle(context.canvas).fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = colours.halo
  context.strokeText(text, x, y)
  context.fillStyle = colours.ink
  context.fillText(text, x, y)
}
