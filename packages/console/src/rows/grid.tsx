import type { ShownRow } from '@rowhouse/console-gate/shapes'
import { type VirtualItem, type Virtualizer, useVirtualizer } from '@tanstack/react-virtual'
import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Typed } from './cell-input.js'
import type { CellEdit, RowEdits } from './changes/row-edit.js'
import { type Place, type Pressed, actionOf, moved } from './grid-keys.js'
import { useReach } from './grid-reach.js'
import {
  type GridColumn,
  GridHead,
  GridRow,
  type PlacedColumn,
  SELECT_WIDTH,
  cellId,
  placedPinned,
} from './grid-row.js'
import './grid.css'
import { useFittedColumns } from './pinned-columns.js'
import { keyName } from './use-rows.js'

const ROWS_AHEAD = 12
const COLUMNS_AHEAD = 2
/** The next page is asked for when the last loaded row is so near. */
const ROWS_BEFORE_END = 120

/** What is done to the rows beside reading them; absent for who may not write. */
export interface GridWriting {
  readonly selected: ReadonlySet<string>
  readonly edits: RowEdits
  readonly select: (rows: readonly ShownRow[], isOn: boolean) => void
  /** A text that was typed into a cell; undefined takes the column out. */
  readonly edit: (row: ShownRow, column: string, text: string | undefined) => void
  readonly mayEdit: (row: ShownRow, column: GridColumn) => boolean
}

interface GridProps {
  readonly label: string
  readonly labels: {
    readonly one: string
    readonly all: string
    readonly width: (column: string) => string
  }
  readonly rows: readonly ShownRow[]
  readonly columns: readonly GridColumn[]
  readonly rowPixels: number
  /** The row whose panel is open. */
  readonly openRow: number | undefined
  readonly onOpen: (row: number) => void
  readonly onEnd: () => void
  readonly onWidth: (column: string, width: number) => void
  readonly writing: GridWriting | undefined
}

/** A grid of sparse rows: only what is seen is drawn, so 100,000 rows of 1,024 columns scroll. */
export function Grid(props: GridProps) {
  const { label, rows, rowPixels, onOpen, onEnd, writing } = props
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useLines(scroller, rows.length, rowPixels)
  const lead = writing === undefined ? 0 : SELECT_WIDTH
  const columns = useFittedColumns(scroller, props.columns, lead)
  const { placed, width, scrollTo } = usePlaces(scroller, columns, lead)
  const visible = lines.getVirtualItems()
  useEnd(visible.at(-1)?.index ?? 0, rows.length, onEnd)
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 })
  const { editing, begin, typed } = useCellField(scroller, props)
  useKept(scroller, () => scrollTo(focus.column))
  const act = (place: Place, action: ReturnType<typeof actionOf>): void => {
    const [row, column] = [rows[place.row], columns[place.column]]
    if (action === 'open') onOpen(place.row)
    if (row === undefined || writing === undefined) return
    if (action === 'select') writing.select([row], !writing.selected.has(keyName(row.key)))
    if (column === undefined || !writing.mayEdit(row, column)) return
    if (action === 'edit') begin(place)
    if (action === 'remove') writing.edit(row, column.name, undefined)
  }
  const keys = (event: Pressed): void => {
    const next = moved(event.key, focus, rows.length, columns.length)
    const action = actionOf(event)
    if (next !== undefined || action !== undefined) event.preventDefault()
    act(focus, action)
    if (next === undefined) return
    setFocus(next)
    lines.scrollToIndex(next.row)
    scrollTo(next.column)
  }
  useReach(scroller, keys)
  const click = (event: MouseEvent): void => {
    const place = placeOf(event.target)
    if (place === undefined) return
    setFocus(place.isBox ? { ...focus, row: place.row } : place)
    if (place.isBox) act(place, 'select')
    else if (event.detail === 1) act(place, 'open')
  }
  useSecondClick(scroller, () => act(focus, 'edit'))
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
      onKeyDown={(event) => {
        if (event.target === scroller.current) keys(event)
      }}
      onClick={click}
    >
      <div className="grid-inner" style={{ width, height: lines.getTotalSize() + rowPixels }}>
        <GridHead
          columns={placed}
          width={width}
          focusedColumn={focus.column}
          widthLabel={props.labels.width}
          selection={writing && allOf(writing, rows, props.labels.all)}
          onWidth={props.onWidth}
        />
        <GridRows {...props} {...{ visible, placed, width, focus, editing, typed }} />
      </div>
    </div>
  )
}

interface DrawnProps extends GridProps {
  readonly visible: readonly VirtualItem[]
  readonly placed: readonly PlacedColumn[]
  readonly width: number
  readonly focus: Place
  readonly editing: Place | undefined
  readonly typed: Typed
}

/** The rows in sight. */
function GridRows({ rows, writing, labels, openRow, ...drawn }: DrawnProps) {
  const { visible, placed, width, focus, editing, typed } = drawn
  return visible.map(({ index, start }) => {
    const row = rows[index]
    if (row === undefined) return null
    const name = writing === undefined ? '' : keyName(row.key)
    return (
      <GridRow
        key={index}
        row={row}
        at={index}
        columns={placed}
        top={start}
        width={width}
        isOpen={index === openRow}
        isSelected={writing?.selected.has(name)}
        selectLabel={labels.one}
        focusedColumn={focus.row === index ? focus.column : undefined}
        edits={writing?.edits.get(name)?.cells ?? NO_EDITS}
        editing={editing?.row === index ? editing.column : undefined}
        typed={typed}
      />
    )
  })
}

const NO_EDITS: readonly CellEdit[] = []

const allOf = ({ selected, select }: GridWriting, rows: readonly ShownRow[], label: string) => {
  const isAll = rows.length > 0 && selected.size >= rows.length
  return { label, isAll, toggle: () => select(rows, !isAll) }
}

/** The cell, or the box of its row, that was clicked. */
function placeOf(target: EventTarget): (Place & { readonly isBox: boolean }) | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  if (cell === null || (target instanceof HTMLInputElement && target.type !== 'checkbox')) return
  const { row, column = '0', select } = cell.dataset
  return { row: Number(row), column: Number(column), isBox: select !== undefined }
}

/** The cell that has a field in it. What was typed is given on, and the grid has the focus again. */
function useCellField(scroller: Scroller, { rows, columns, writing }: GridProps) {
  const [editing, setEditing] = useState<Place>()
  const latest = useRef({ rows, columns, writing, editing })
  useEffect(() => {
    latest.current = { rows, columns, writing, editing }
  })
  const typed = useCallback(
    (text: string | undefined): void => {
      const now = latest.current
      setEditing(undefined)
      scroller.current?.focus()
      const row = now.rows[now.editing?.row ?? -1]
      const column = now.columns[now.editing?.column ?? -1]
      if (text !== undefined && row && column) now.writing?.edit(row, column.name, text)
    },
    [scroller],
  )
  return { editing, begin: setEditing, typed }
}

type Scroller = RefObject<HTMLDivElement | null>

/** The panel that a first click opens may stand where the cell was, so a second one is seen everywhere. */
function useSecondClick(scroller: Scroller, edit: () => void): void {
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })
  useEffect(() => {
    let isOfGrid = false
    const click = (event: globalThis.MouseEvent): void => {
      const isIn = event.target instanceof Element && event.target.closest('[data-column]') !== null
      if (event.detail === 2 && isOfGrid) latest.current()
      isOfGrid = event.detail === 1 && isIn && scroller.current?.contains(event.target) === true
    }
    document.addEventListener('click', click)
    return () => document.removeEventListener('click', click)
  }, [scroller])
}

/** Keeps the cell with the focus in sight when the grid becomes narrower. */
function useKept(scroller: Scroller, keep: () => void): void {
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    let width = scroller.current?.clientWidth ?? 0
    const watcher = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? width
      if (now < width) requestAnimationFrame(() => latest.current())
      width = now
    })
    if (scroller.current !== null) watcher.observe(scroller.current)
    return () => watcher.disconnect()
  }, [scroller])
}

function useLines(
  scroller: Scroller,
  count: number,
  rowPixels: number,
): Virtualizer<HTMLDivElement, Element> {
  const lines = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: ROWS_AHEAD,
    paddingStart: rowPixels,
    scrollPaddingStart: rowPixels,
  })
  useEffect(() => lines.measure(), [lines, rowPixels])
  return lines
}

/** The columns that are drawn, and the width of all. */
function usePlaces(
  scroller: Scroller,
  columns: readonly GridColumn[],
  lead: number,
): {
  readonly placed: readonly PlacedColumn[]
  readonly width: number
  readonly scrollTo: (column: number) => void
} {
  const { pinned, others, pinnedWidth } = useMemo(() => {
    const [first, rest] = [
      columns.filter((each) => each.isPinned),
      columns.filter((each) => !each.isPinned),
    ]
    return {
      pinned: first,
      others: rest,
      pinnedWidth: first.reduce((sum, { width }) => sum + width, lead),
    }
  }, [columns, lead])
  const places = useVirtualizer({
    horizontal: true,
    count: others.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => others[at]?.width ?? 0,
    overscan: COLUMNS_AHEAD,
    scrollPaddingStart: pinnedWidth,
  })
  useEffect(() => places.measure(), [places, others])
  const items = places.getVirtualItems()
  const placed = useMemo(() => {
    const drawn = items.flatMap(({ index, start }): PlacedColumn[] => {
      const column = others[index]
      if (column === undefined) return []
      const at = pinned.length + index
      return [{ column, at, left: pinnedWidth + start, isLastPinned: false }]
    })
    return [...placedPinned(pinned, lead), ...drawn]
  }, [items, pinned, others, pinnedWidth, lead])
  return {
    placed,
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
