import type { Point } from './mercator.js'

export interface Disc extends Point {
  readonly radius: number
}

/** How far the places that are tried lie from each other, in pixels. */
const RING_PIXELS = 5
const RINGS_MAX = 60
const TRIES_A_RING = 16

/**
 * The pins where none lies over another or over an obstacle: the first at its place, each other one as near
 * to its own as there is room. It depends on how they lie to each other alone, so they stand still while a
 * map moves.
 */
export function spreadPins(pins: readonly Disc[], obstacles: readonly Disc[]): readonly Disc[] {
  const taken = [...obstacles]
  return pins.map((pin) => {
    const placed = { ...nearestFree(pin, taken), radius: pin.radius }
    taken.push(placed)
    return placed
  })
}

function nearestFree(pin: Disc, taken: readonly Disc[]): Point {
  const isFree = (x: number, y: number): boolean =>
    taken.every((other) => Math.hypot(other.x - x, other.y - y) >= other.radius + pin.radius)
  for (let ring = 0; ring < RINGS_MAX; ring += 1) {
    for (let nth = 0; nth < (ring === 0 ? 1 : TRIES_A_RING); nth += 1) {
      const angle = (nth / TRIES_A_RING) * 2 * Math.PI
      const x = pin.x + ring * RING_PIXELS * Math.cos(angle)
      const y = pin.y + ring * RING_PIXELS * Math.sin(angle)
      if (isFree(x, y)) return { x, y }
    }
  }
  return pin
}
