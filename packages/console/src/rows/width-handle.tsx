import type { KeyboardEvent, PointerEvent as ReactPointerEvent } from 'react'

const WIDTH_MIN = 48
const WIDTH_MAX = 1_600
const STEP = 8
const LONG_STEP = 64

interface HandleProps {
  /** What a screen reader calls it. */
  readonly label: string
  /** In pixels. */
  readonly width: number
  /** Tab leads to it; of a grid's handles to one alone, or many keys would lead past them. */
  readonly isReached: boolean
  readonly change: (width: number) => void
}

/** The end of a column's head, which the pointer or the arrow keys move. */
export function WidthHandle({ label, width, isReached, change }: HandleProps) {
  const set = (wanted: number): void =>
    change(Math.round(Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, wanted))))
  const press = (event: KeyboardEvent): void => {
    const wanted = widthAfter(event, width)
    if (wanted === undefined) return
    event.preventDefault()
    set(wanted)
  }
  const grip = (event: ReactPointerEvent<HTMLSpanElement>): void => {
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    const drag = (moving: PointerEvent): void => set(width + moving.clientX - from)
    handle.addEventListener('pointermove', drag)
    const drop = (): void => handle.removeEventListener('pointermove', drag)
    handle.addEventListener('pointerup', drop, { once: true })
  }
  return (
    <span
      className="width-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={WIDTH_MAX}
      aria-valuetext={`${width} px`}
      tabIndex={isReached ? 0 : -1}
      onKeyDown={press}
      onPointerDown={grip}
    />
  )
}

function widthAfter(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  width: number,
): number | undefined {
  const step = shiftKey ? LONG_STEP : STEP
  if (key === 'ArrowLeft') return width - step
  if (key === 'ArrowRight') return width + step
  if (key === 'Home') return WIDTH_MIN
  return key === 'End' ? WIDTH_MAX : undefined
}
