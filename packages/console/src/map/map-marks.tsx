import type { Place } from '@rowhouse/demos/geometry'
import type { Point, Projection, Size } from './mercator.js'
import { type Disc, spreadPins } from './spread-pins.js'

/** A pin with its number in the list beside, or a cluster with the number of what is in it. */
export interface MapMark {
  readonly id: string
  readonly kind: 'pin' | 'cluster'
  readonly place: Place
  /** What is written on it. */
  readonly text: string
  /** For screen readers and on hover. */
  readonly label: string
  /** Of a cluster, from 0 to 1. */
  readonly weight?: number
}

interface MapMarksProps {
  readonly marks: readonly MapMark[]
  readonly projection: Projection
  readonly size: Size
  readonly chosen: string | undefined
  readonly onChoose: ((id: string) => void) | undefined
  /** What pins leave free besides clusters. */
  readonly free: readonly Place[]
}

const AROUND = 40
const CLUSTER_PIXELS = { least: 26, more: 22 }
/** Of a pin and some room around it. Its tip, at the lower left, is at its place. */
const PIN_RADIUS = 12
const PIN_MIDDLE: Point = { x: 11, y: -11 }
const FREE_RADIUS = 10

/**
 * The marks as buttons above the painted map, so that keyboards and screen readers reach them. Pins that
 * would lie over others stand beside them, with a line to their place.
 */
export function MapMarks(props: MapMarksProps) {
  const { marks, projection, size, chosen, onChoose, free } = props
  const seen = marks
    .map((mark) => ({ mark, at: projection.toScreen(mark.place) }))
    .filter(({ at: { x, y } }) => isNear(size, x, y))
  const moved = spreadMarks(
    seen,
    free.map((place) => ({ ...projection.toScreen(place), radius: FREE_RADIUS })),
  )
  return (
    <>
      <svg className="map-leads" width={size.width} height={size.height} aria-hidden="true">
        {seen.map(({ mark: { id }, at }) => {
          const to = moved.get(id)
          return (
            to && (
              <g key={id}>
                <line x1={at.x} y1={at.y} x2={to.x} y2={to.y} />
                <circle cx={at.x} cy={at.y} r={2.5} />
              </g>
            )
          )
        })}
      </svg>
      {seen.map(({ mark, at }) => (
        <Mark
          key={mark.id}
          mark={mark}
          at={at}
          moved={moved.get(mark.id)}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
    </>
  )
}

function Mark(props: {
  mark: MapMark
  at: Point
  moved: Point | undefined
  chosen: string | undefined
  onChoose: ((id: string) => void) | undefined
}) {
  const { mark, at, moved, chosen, onChoose } = props
  const { id, kind, text, label } = mark
  const { x, y } = moved ?? at
  const pixels = 2 * radiusOf(mark)
  return (
    <button
      type="button"
      className={moved === undefined ? `map-${kind}` : 'map-pin moved'}
      aria-label={label}
      title={label}
      aria-pressed={kind === 'pin' ? id === chosen : undefined}
      style={{ left: x, top: y, ...(kind === 'cluster' && { width: pixels, height: pixels }) }}
      onClick={() => onChoose?.(id)}
    >
      {text}
    </button>
  )
}

const isNear = ({ width, height }: Size, x: number, y: number): boolean =>
  x > -AROUND && y > -AROUND && x < width + AROUND && y < height + AROUND

const radiusOf = ({ kind, weight = 0 }: MapMark): number =>
  kind === 'pin' ? PIN_RADIUS : (CLUSTER_PIXELS.least + CLUSTER_PIXELS.more * Math.sqrt(weight)) / 2

/** The middles of the pins that have no room at their places. */
function spreadMarks(
  seen: readonly { readonly mark: MapMark; readonly at: Point }[],
  free: readonly Disc[],
): ReadonlyMap<string, Point> {
  const of = (kind: MapMark['kind']) => seen.filter(({ mark }) => mark.kind === kind)
  const clusters = of('cluster').map(({ mark, at }) => ({ ...at, radius: radiusOf(mark) }))
  const pins = of('pin').map(({ mark, at: { x, y } }) => ({
    id: mark.id,
    x: x + PIN_MIDDLE.x,
    y: y + PIN_MIDDLE.y,
    radius: PIN_RADIUS,
  }))
  const spread = spreadPins(pins, [...free, ...clusters])
  return new Map(
    pins.flatMap(({ id, x, y }, nth): [string, Point][] => {
      const to = spread[nth]
      return to === undefined || (to.x === x && to.y === y) ? [] : [[id, to]]
    }),
  )
}
