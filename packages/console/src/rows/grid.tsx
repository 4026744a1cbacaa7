import type { ShownRow } from '@rowhouse/console-gate/shapes'
import { type Virtualizer, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type GridColumn,
  GridHead,
  GridRow,
  type PlacedColumn,
  cellId,
  placedKey,
} from './grid-row.js'
import './grid.css'

const ROW_PIXELS = 28
const ROWS_AHEAD = 12
const COLUMNS_AHEAD = 2
/** The next page is asked for when the last loaded row is so near. */
const ROWS_BEFORE_END = 60

interface GridProps {
  readonly label: string
  readonly rows: readonly ShownRow[]
  readonly columns: readonly GridColumn[]
  /** The row whose panel is open. */
  readonly openRow: number | undefined
  readonly onOpen: (row: number) => void
  readonly onEnd: () => void
  readonly onWidth: (column: string, width: number) => void
}

/** A grid of sparse rows: only what is seen is drawn, so 100,000 rows of 1,024 columns scroll. */
export function Grid({ label, rows, columns, openRow, onOpen, onEnd, onWidth }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useLines(scroller, rows.length)
  const { placed, width, scrollTo } = usePlaces(scroller, columns)
  const visible = lines.getVirtualItems()
  useEnd(visible.at(-1)?.index ?? 0, rows.length, onEnd)
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 })
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onOpen(focus.row)
    const next = moved(event.key, focus, rows.length, columns.length)
    if (next === undefined) return
    event.preventDefault()
    setFocus(next)
    lines.scrollToIndex(next.row)
    scrollTo(next.column)
  }
  return (
    <div
      className="grid"
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={cellId(focus.row, focus.column)}
      onKeyDown={move}
    >
      <div className="grid-inner" style={{ width, height: lines.getTotalSize() + ROW_PIXELS }}>
        <GridHead columns={placed} width={width} onWidth={onWidth} />
        {visible.map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <GridRow
                key={index}
                row={row}
                at={index}
                columns={placed}
                top={start + ROW_PIXELS}
                width={width}
                isOpen={index === openRow}
                focusedColumn={focus.row === index ? focus.column : undefined}
                choose={(column) => {
                  setFocus({ row: index, column })
                  onOpen(index)
                }}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

type Scroller = RefObject<HTMLDivElement | null>

const useLines = (scroller: Scroller, count: number): Virtualizer<HTMLDivElement, Element> =>
  useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: ROWS_AHEAD,
    scrollPaddingStart: ROW_PIXELS,
  })

/** The columns that are drawn, and the width of all. */
function usePlaces(
  scroller: Scroller,
  columns: readonly GridColumn[],
): {
  readonly placed: readonly PlacedColumn[]
  readonly width: number
  readonly scrollTo: (column: number) => void
} {
  const pinned = columns.filter(({ isKey }) => isKey)
  const others = columns.filter(({ isKey }) => !isKey)
  const pinnedWidth = pinned.reduce((sum, { width }) => sum + width, 0)
  const places = useVirtualizer({
    horizontal: true,
    count: others.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => others[at]?.width ?? 0,
    overscan: COLUMNS_AHEAD,
    scrollPaddingStart: pinnedWidth,
  })
  const widths = columns.map(({ name, width }) => `${name} ${width}`).join()
  useEffect(() => places.measure(), [places, widths])
  const drawn = places.getVirtualItems().flatMap(({ index, start }): PlacedColumn[] => {
    const column = others[index]
    if (column === undefined) return []
    return [{ column, at: pinned.length + index, left: pinnedWidth + start, isLastKey: false }]
  })
  return {
    placed: [...placedKey(pinned), ...drawn],
    width: pinnedWidth + places.getTotalSize(),
    scrollTo: (column) => {
      if (column >= pinned.length) places.scrollToIndex(column - pinned.length)
    },
  }
}

/** Asks for more rows when the end of those that are loaded comes near. */
function useEnd(lastSeen: number, count: number, onEnd: () => void): void {
  const isNear = count > 0 && lastSeen >= count - ROWS_BEFORE_END
  useEffect(() => {
    if (isNear) onEnd()
  }, [isNear, onEnd, count])
}

interface Place {
  readonly row: number
  readonly column: number
}

const PAGE_ROWS = 20

function moved(
  key: string,
  { row, column }: Place,
  rows: number,
  columns: number,
): Place | undefined {
  const steps = new Map<string, readonly [rows: number, columns: number]>([
    ['ArrowDown', [1, 0]],
    ['ArrowUp', [-1, 0]],
    ['ArrowRight', [0, 1]],
    ['ArrowLeft', [0, -1]],
    ['PageDown', [PAGE_ROWS, 0]],
    ['PageUp', [-PAGE_ROWS, 0]],
    ['Home', [0, -columns]],
    ['End', [0, columns]],
  ])
  const step = steps.get(key)
  if (step === undefined) return undefined
  const within = (place: number, count: number): number => Math.max(0, Math.min(place, count - 1))
  return { row: within(row + step[0], rows), column: within(column + step[1], columns) }
}
