import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type MapView, type Point, pannedBy, zoomedAt } from './mercator.js'

interface Gestures {
  readonly view: MapView
  readonly onView: (view: MapView) => void
}

const KEY_PIXELS = 80
const WHEEL_STEP = 0.002
const WHEEL_MOST = 0.6

const KEY_PANS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -KEY_PIXELS, y: 0 },
  ArrowRight: { x: KEY_PIXELS, y: 0 },
  ArrowUp: { x: 0, y: -KEY_PIXELS },
  ArrowDown: { x: 0, y: KEY_PIXELS },
}

const KEY_ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 }

/** Moves a map by dragging, two fingers, the wheel, double clicks, arrows, plus and minus. */
export function useMapGestures(frame: RefObject<HTMLDivElement | null>, gestures: Gestures) {
  const latest = useRef(gestures)
  useEffect(() => {
    latest.current = gestures
  })
  const pointers = useRef(new Map<number, Point>())
  useWheel(frame, latest)
  const fromMiddle = (point: Point): Point => {
    const box = frame.current?.getBoundingClientRect()
    if (box === undefined) return point
    return { x: point.x - box.left - box.width / 2, y: point.y - box.top - box.height / 2 }
  }
  const change = (next: MapView): void => {
    // Several events may come before the next picture, and each goes on from the one before.
    latest.current = { ...latest.current, view: next }
    latest.current.onView(next)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId)
      if (before === undefined) return
      const now = { x: event.clientX, y: event.clientY }
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId)
      pointers.current.set(event.pointerId, now)
      const { view } = latest.current
      if (other === undefined) change(pannedBy(view, before.x - now.x, before.y - now.y))
      else change(pinched(view, before, now, other[1], fromMiddle))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId),
    onDoubleClick: (event: { clientX: number; clientY: number; target: EventTarget }) => {
      if (event.target instanceof Element && event.target.closest('button') !== null) return
      const point = fromMiddle({ x: event.clientX, y: event.clientY })
      change(zoomedAt(latest.current.view, 1, point))
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
      const pan = KEY_PANS[event.key]
      const zoom = KEY_ZOOMS[event.key]
      if (pan === undefined && zoom === undefined) return
      event.preventDefault()
      const { view } = latest.current
      change(pan === undefined ? zoomedAt(view, zoom ?? 0, MIDDLE) : pannedBy(view, pan.x, pan.y))
    },
  }
}

const MIDDLE = { x: 0, y: 0 }

/** Two fingers: the map moves with their middle and grows with their distance. */
function pinched(
  view: MapView,
  before: Point,
  now: Point,
  other: Point,
  fromMiddle: (point: Point) => Point,
): MapView {
  const distance = (point: Point): number =>
    Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
  const moved = pannedBy(view, (before.x - now.x) / 2, (before.y - now.y) / 2)
  const middle = fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
  return zoomedAt(moved, Math.log2(distance(now) / distance(before)), middle)
}

/** React listens to wheels passively, and then the page would scroll as well. */
function useWheel(frame: RefObject<HTMLDivElement | null>, latest: RefObject<Gestures>): void {
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const point = {
        x: event.clientX - box.left - box.width / 2,
        y: event.clientY - box.top - box.height / 2,
      }
      const steps = Math.max(-WHEEL_MOST, Math.min(WHEEL_MOST, -event.deltaY * WHEEL_STEP))
      const view = zoomedAt(latest.current.view, steps, point)
      latest.current = { ...latest.current, view }
      latest.current.onView(view)
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [frame, latest])
}
