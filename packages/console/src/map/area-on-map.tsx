import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useRoomTexts } from '../texts/room-texts.js'
import { type AreaHandle, type DrawnArea, handlesOf, outlineOf } from './drawn-area.js'
import { mapTexts } from './map-texts.js'
import type { Point, Projection, Size } from './mercator.js'

interface AreaOnMapProps {
  readonly area: DrawnArea
  readonly projection: Projection
  readonly size: Size
  /** Without it the area has no handles. */
  readonly onArea: ((area: DrawnArea) => void) | undefined
}

const STEP = 4
const LARGE_STEP = 24

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A drawn area with handles that are dragged, or moved by arrows. */
export function AreaOnMap({ area, projection, size, onArea }: AreaOnMapProps) {
  const points = outlineOf(area)
    .map(projection.toScreen)
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
  return (
    <>
      <svg
        className={onArea ? 'map-area changed' : 'map-area'}
        width={size.width}
        height={size.height}
        aria-hidden="true"
      >
        <polygon points={points.join(' ')} />
      </svg>
      {onArea !== undefined &&
        handlesOf(area).map((handle) => (
          <Handle key={handle.id} handle={handle} projection={projection} onArea={onArea} />
        ))}
    </>
  )
}

function Handle(props: {
  handle: AreaHandle
  projection: Projection
  onArea: (area: DrawnArea) => void
}) {
  const { handle, projection, onArea } = props
  const texts = useRoomTexts(mapTexts)
  const grip = useRef<Point>(undefined)
  const at = projection.toScreen(handle.place)
  const { part, number = 0 } = handle
  const name = part === 'corner' || part === 'new' ? texts[part](number) : texts[part]
  const moveTo = (point: Point): void => onArea(handle.moved(projection.toPlace(point)))
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const pixels = event.shiftKey ? LARGE_STEP : STEP
      moveTo({ x: at.x + step.x * pixels, y: at.y + step.y * pixels })
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && handle.removed !== undefined)
      onArea(handle.removed)
  }
  return (
    <button
      type="button"
      className={`map-handle ${part}`}
      aria-label={name}
      title={`${name}. ${texts.handleKeys}`}
      style={{ left: at.x, top: at.y }}
      onKeyDown={onKeyDown}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        grip.current = { x: event.clientX - at.x, y: event.clientY - at.y }
      }}
      onPointerMove={(event: PointerEvent) => {
        const from = grip.current
        if (from !== undefined) moveTo({ x: event.clientX - from.x, y: event.clientY - from.y })
      }}
      onPointerUp={() => {
        grip.current = undefined
      }}
    />
  )
}
