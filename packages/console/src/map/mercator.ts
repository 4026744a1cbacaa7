import type { Place } from '@rowhouse/demos/geometry'

export interface Box {
  readonly topLeft: Place
  readonly bottomRight: Place
}

/** What a map shows: its middle, and how close. Each step of the zoom is twice as close. */
export interface MapView {
  readonly centre: Place
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

const ZOOM_MIN = 1
const ZOOM_MAX = 18

/** The width of the whole world at zoom 0, in pixels, as other maps have it. */
const WORLD_PIXELS = 256
/** Where the Web Mercator projection ends. */
const LATITUDE_MAX = 85.051_128
const RADIANS = Math.PI / 180
const EARTH_METRES = 6_371_008.7714

/** A place in a world from 0 to 1, with 0 in the north west. */
export function worldOf({ latitude, longitude }: Place): Point {
  const limited = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude))
  const sine = Math.sin(limited * RADIANS)
  return {
    x: (longitude + 180) / 360,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  }
}

export const placeAt = ({ x, y }: Point): Place => ({
  latitude: (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / RADIANS,
  longitude: (x - Math.floor(x)) * 360 - 180,
})

/** Between places and pixels of a map. */
export interface Projection {
  /** Pixels of the whole world. */
  readonly scale: number
  /** The pixel in the north west, in pixels of the world. */
  readonly origin: Point
  toScreen(place: Place): Point
  toPlace(point: Point): Place
}

export function projectionOf({ centre, zoom }: MapView, { width, height }: Size): Projection {
  const scale = WORLD_PIXELS * 2 ** zoom
  const middle = worldOf(centre)
  const origin = { x: middle.x * scale - width / 2, y: middle.y * scale - height / 2 }
  return {
    scale,
    origin,
    toScreen: (place) => {
      const world = worldOf(place)
      // The nearer way around the globe.
      const turns = Math.round(middle.x - world.x)
      return { x: (world.x + turns) * scale - origin.x, y: world.y * scale - origin.y }
    },
    toPlace: ({ x, y }) => placeAt({ x: (x + origin.x) / scale, y: (y + origin.y) / scale }),
  }
}

/** A degree of longitude, on the whole map. */
export const pixelsPerDegree = (zoom: number): number => (WORLD_PIXELS * 2 ** zoom) / 360

/** The part of the world that is seen. A map that shows all of it has all longitudes. */
export function boxOf(view: MapView, size: Size): Box {
  const projection = projectionOf(view, size)
  const topLeft = projection.toPlace({ x: 0, y: 0 })
  const bottomRight = projection.toPlace({ x: size.width, y: size.height })
  const isWhole = size.width >= projection.scale || topLeft.longitude > bottomRight.longitude
  return isWhole
    ? {
        topLeft: { ...topLeft, longitude: -180 },
        bottomRight: { ...bottomRight, longitude: 180 },
      }
    : { topLeft, bottomRight }
}

const limitedZoom = (zoom: number): number => Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom))

/** Moves what is shown by so many pixels. */
export function pannedBy(view: MapView, x: number, y: number): MapView {
  const size = { width: 0, height: 0 }
  const { latitude, longitude } = projectionOf(view, size).toPlace({ x, y })
  const limited = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude))
  return { ...view, centre: { latitude: limited, longitude } }
}

/** Comes closer by `steps`, and keeps the place below a pixel, counted from the middle, where it is. */
export function zoomedAt(view: MapView, steps: number, { x, y }: Point): MapView {
  const zoom = limitedZoom(view.zoom + steps)
  const share = 1 - 2 ** (view.zoom - zoom)
  return { ...pannedBy(view, x * share, y * share), zoom }
}

/** The view in which all places are seen, with some space around them. */
export function viewOf(places: readonly Place[], { width, height }: Size): MapView | undefined {
  const points = places.map(worldOf)
  const [first] = points
  if (first === undefined) return undefined
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const room = (pixels: number, part: number): number =>
    Math.log2((pixels * 0.8) / (WORLD_PIXELS * Math.max(part, 1e-7)))
  const zoom = Math.min(room(width, right - left), room(height, bottom - top), 17)
  return {
    centre: placeAt({ x: (left + right) / 2, y: (top + bottom) / 2 }),
    zoom: limitedZoom(zoom),
  }
}

/** Six decimals are a tenth of a metre. */
export const rounded = ({ latitude, longitude }: Place): Place => ({
  latitude: Math.round(latitude * 1e6) / 1e6,
  longitude: Math.round(longitude * 1e6) / 1e6,
})

/** Metres of one pixel in the middle of the map. */
export const metresPerPixel = ({ centre, zoom }: MapView): number =>
  (2 * Math.PI * EARTH_METRES * Math.cos(centre.latitude * RADIANS)) / (WORLD_PIXELS * 2 ** zoom)
