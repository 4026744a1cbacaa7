import type { Origin } from '../../sample/sample-shape.js'
import { metresBetween, type Place } from '../../places/geometry.js'

/** A street of a demo quarter as a line on the map. */
export interface Street {
  readonly name: string
  readonly line: readonly [Place, Place]
  readonly origin: Origin
}

interface OnStreet extends Place {
  readonly street: string
}

/** Fewer places do not tell where a street runs. */
const PLACES_MIN = 4
const LENGTH_MIN = 60

/** The streets of a quarter, each as the straight line that fits the places with its name best. */
export function streetsThrough(places: readonly OnStreet[]): readonly Street[] {
  const names = new Set(places.map(({ street }) => street))
  names.delete('')
  return [...names]
    .map((name) => ({ name, found: places.filter(({ street }) => street === name) }))
    .filter(({ found }) => found.length >= PLACES_MIN)
    .map(({ name, found }): Street => ({ name, line: lineThrough(found), origin: 'real' }))
    .filter(({ line: [from, to] }) => metresBetween(from, to) >= LENGTH_MIN)
}

/** The principal axis of the places, from the first to the last of them. */
const lineThrough = (places: readonly Place[]): [Place, Place] => {
  const middle = {
    latitude: meanOf(places.map(({ latitude }) => latitude)),
    longitude: meanOf(places.map(({ longitude }) => longitude)),
  }
  const narrowing = Math.cos((middle.latitude * Math.PI) / 180)
  const offsets = places.map(({ latitude, longitude }) => ({
    x: (longitude - middle.longitude) * narrowing,
    y: latitude - middle.latitude,
  }))
  const xx = meanOf(offsets.map(({ x }) => x * x))
  const yy = meanOf(offsets.map(({ y }) => y * y))
  const xy = meanOf(offsets.map(({ x, y }) => x * y))
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const along = offsets.map(({ x, y }) => x * Math.cos(angle) + y * Math.sin(angle))
  const at = (distance: number): Place => ({
    latitude: middle.latitude + distance * Math.sin(angle),
    longitude: middle.longitude + (distance * Math.cos(angle)) / narrowing,
  })
  return [at(Math.min(...along)), at(Math.max(...along))]
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
