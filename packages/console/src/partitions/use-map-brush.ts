import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type LoadMap, MINUTES } from './load-map.js'
import { type Cell, type Selection, between } from './map-selection.js'

interface Brush {
  readonly cellWidth: number
  readonly lineHeight: number
  readonly select: (selection: Selection | undefined) => void
}

const STEPS: Readonly<Record<string, Cell | undefined>> = {
  ArrowUp: { line: -1, minute: 0 },
  ArrowDown: { line: 1, minute: 0 },
  ArrowLeft: { line: 0, minute: -1 },
  ArrowRight: { line: 0, minute: 1 },
}

/** The cell under the pointer, and a selection by dragging, or by the arrows with Shift. */
export function useMapBrush({ lines }: LoadMap, { cellWidth, lineHeight, select }: Brush) {
  const [cursor, setCursor] = useState<Cell>()
  const [anchor, setAnchor] = useState<Cell>()
  const clamp = ({ line, minute }: Cell): Cell => ({
    line: Math.min(Math.max(line, 0), lines.length - 1),
    minute: Math.min(Math.max(minute, 0), MINUTES - 1),
  })
  const cellAt = (event: PointerEvent<SVGElement>): Cell => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return clamp({
      line: Math.floor((event.clientY - top) / lineHeight),
      minute: Math.floor((event.clientX - left) / cellWidth),
    })
  }
  const move = (cell: Cell, from: Cell | undefined): void => {
    setAnchor(from)
    setCursor(cell)
    if (from !== undefined) select(between(from, cell))
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      setAnchor(undefined)
      select(undefined)
      return
    }
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = cursor ?? { line: 0, minute: MINUTES - 1 }
    const cell = clamp({ line: at.line + step.line, minute: at.minute + step.minute })
    move(cell, event.shiftKey ? (anchor ?? at) : undefined)
  }
  const pointer = {
    onPointerDown: (event: PointerEvent<SVGElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId)
      const cell = cellAt(event)
      move(cell, cell)
    },
    onPointerMove: (event: PointerEvent<SVGElement>): void =>
      move(cellAt(event), event.buttons === 1 ? anchor : undefined),
    onPointerLeave: (): void => setCursor(undefined),
  }
  return { cursor, press, pointer }
}
