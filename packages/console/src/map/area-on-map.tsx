import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
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

/** Where a handle was taken, and what it does to the area as it was then: a drag draws out one corner. */
interface Grip extends Point {
  readonly moved: AreaHandle['moved']
}

/** A drawn area with handles that are dragged, or moved by arrows. */
export function AreaOnMap({ area, projection, size, onArea }: AreaOnMapProps) {
  const drawnOut = useRef<string>(undefined)
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
          <Handle
            key={handle.id}
            handle={handle}
            projection={projection}
            onArea={onArea}
            drawnOut={drawnOut}
          />
        ))}
    </>
  )
}

function Handle(props: {
  handle: AreaHandle
  projection: Projection
  onArea: (area: DrawnArea) => void
  /** The corner that arrows have just drawn out, which takes the focus. */
  drawnOut: RefObject<string | undefined>
}) {
  const { handle, projection, onArea, drawnOut } = props
  const texts = useRoomTexts(mapTexts)
  const grip = useRef<Grip>(undefined)
  const at = projection.toScreen(handle.place)
  const { part, number = 0 } = handle
  const name = part === 'corner' || part === 'new' ? texts[part](number) : texts[part]
  const removal = handle.removed === undefined ? '' : ` ${texts.handleRemoves}`
  const title = `${name}. ${texts.handleKeys}${removal}`
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const pixels = event.shiftKey ? LARGE_STEP : STEP
      const to = { x: at.x + step.x * pixels, y: at.y + step.y * pixels }
      drawnOut.current = handle.becomes
      onArea(handle.moved(projection.toPlace(to)))
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && handle.removed !== undefined)
      onArea(handle.removed)
  }
  return (
    <button
      ref={(button) => {
        if (button === null || drawnOut.current !== handle.id) return
        drawnOut.current = undefined
        button.focus()
      }}
      type="button"
      className={`map-handle ${part}`}
      aria-label={name}
      title={title}
      style={{ left: at.x, top: at.y }}
      onKeyDown={onKeyDown}
      onDoubleClick={() => {
        if (handle.removed !== undefined) onArea(handle.removed)
      }}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        const x = event.clientX - at.x
        const y = event.clientY - at.y
        grip.current = { x, y, moved: handle.moved }
      }}
      onPointerMove={({ clientX, clientY }: PointerEvent) => {
        if (grip.current === undefined) return
        const { x, y, moved } = grip.current
        onArea(moved(projection.toPlace({ x: clientX - x, y: clientY - y })))
      }}
      onLostPointerCapture={() => {
        grip.current = undefined
      }}
    />
  )
}
