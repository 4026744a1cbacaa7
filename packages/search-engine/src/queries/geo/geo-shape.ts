import { type EncodedBox, isInEncodedBox } from '../../values/geo-encoding.js'

/** A region on the map, in encoded degrees. */
export interface GeoShape {
  /** Boxes that contain the region; none of them crosses the antimeridian. */
  readonly boxes: readonly EncodedBox[]
  /** Whether a point in one of the boxes is in the region; undefined: all are. */
  readonly contains: ((lat: number, lon: number) => boolean) | undefined
}

const LON_FIRST = -(2 ** 31)
const LON_LAST = 2 ** 31 - 1

/** A box over the antimeridian becomes two. */
export function splitBox(box: EncodedBox): readonly EncodedBox[] {
  if (box.minLat > box.maxLat) return []
  if (box.minLon <= box.maxLon) return [box]
  return [
    { ...box, maxLon: LON_LAST },
    { ...box, minLon: LON_FIRST },
  ]
}

export function shapeTest({ boxes, contains }: GeoShape): (lat: number, lon: number) => boolean {
  const [first, second] = boxes
  if (first === undefined) return () => false
  const isInBox = (lat: number, lon: number): boolean =>
    isInEncodedBox(first, lat, lon) || (second !== undefined && isInEncodedBox(second, lat, lon))
  if (contains === undefined) return isInBox
  return (lat, lon) => isInBox(lat, lon) && contains(lat, lon)
}
