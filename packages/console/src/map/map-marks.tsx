import type { Place } from '@rowhouse/demos/geometry'
import type { Projection, Size } from './mercator.js'

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
}

const AROUND = 40
const CLUSTER_PIXELS = { least: 26, more: 22 }

/** The marks as buttons above the painted map, so that keyboards and screen readers reach them. */
export function MapMarks({ marks, projection, size, chosen, onChoose }: MapMarksProps) {
  return marks.map(({ id, kind, place, text, label, weight = 0 }) => {
    const { x, y } = projection.toScreen(place)
    if (x < -AROUND || y < -AROUND || x > size.width + AROUND || y > size.height + AROUND)
      return null
    const pixels = CLUSTER_PIXELS.least + CLUSTER_PIXELS.more * Math.sqrt(weight)
    return (
      <button
        key={id}
        type="button"
        className={`map-${kind}`}
        aria-label={label}
        title={label}
        aria-pressed={kind === 'pin' ? id === chosen : undefined}
        style={{ left: x, top: y, ...(kind === 'cluster' && { width: pixels, height: pixels }) }}
        onClick={() => onChoose?.(id)}
      >
        {text}
      </button>
    )
  })
}
