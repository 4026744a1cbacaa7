import { worldOf } from './mercator.js'

/** One outline of land or of a lake within it, in a world from 0 to 1. */
export interface Outline {
  /** x and y in turn. */
  readonly points: Float64Array
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type Numbers = readonly number[]

/** What is used of a file of TopoJSON. */
interface Atlas {
  readonly arcs: readonly (readonly Numbers[])[]
  readonly transform: { readonly scale: Numbers; readonly translate: Numbers }
  readonly objects: {
    readonly land: {
      readonly geometries: readonly { readonly arcs: readonly (readonly Numbers[])[] }[]
    }
  }
}

/** Coastlines for maps of continents, and finer ones for closer maps; borders of states are in neither. */
export const loadLand = {
  coarse: async (): Promise<readonly Outline[]> =>
    outlinesOf((await import('world-atlas/land-110m.json')).default),
  fine: async (): Promise<readonly Outline[]> =>
    outlinesOf((await import('world-atlas/land-50m.json')).default),
}

/** Below this zoom the coarse coastlines do. */
export const FINE_ZOOM = 3.5

/** Reads TopoJSON: outlines are made of arcs, whose points are told as steps from the one before. */
function outlinesOf({ arcs, transform, objects }: Atlas): readonly Outline[] {
  const [scaleX = 1, scaleY = 1] = transform.scale
  const [left = 0, top = 0] = transform.translate
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([stepX = 0, stepY = 0]) => {
      x += stepX
      y += stepY
      return worldOf({ longitude: x * scaleX + left, latitude: y * scaleY + top })
    })
  })
  const lineOf = (arc: number) => (arc < 0 ? (lines[~arc] ?? []).toReversed() : (lines[arc] ?? []))
  return objects.land.geometries
    .flatMap((geometry) => geometry.arcs.flat())
    .map((ring) => outline(ring.flatMap((arc, at) => lineOf(arc).slice(at === 0 ? 0 : 1))))
}

function outline(points: readonly { readonly x: number; readonly y: number }[]): Outline {
  const found = { left: 1, top: 1, right: 0, bottom: 0 }
  const flat = new Float64Array(points.length * 2)
  for (const [at, { x, y }] of points.entries()) {
    flat[2 * at] = x
    flat[2 * at + 1] = y
    found.left = Math.min(found.left, x)
    found.right = Math.max(found.right, x)
    found.top = Math.min(found.top, y)
    found.bottom = Math.max(found.bottom, y)
  }
  return { points: flat, ...found }
}
