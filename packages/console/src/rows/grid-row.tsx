import type { ShownRow, ShownValue } from '@rowhouse/console-gate/shapes'
import { CellValue, isRight } from './cell-value.js'
import { cellOf } from './found-columns.js'

export interface GridColumn {
  readonly name: string
  /** Columns of the key stay at the left. */
  readonly isKey: boolean
  readonly width: number
}

/** A column that is drawn, at its place. */
export interface PlacedColumn {
  readonly column: GridColumn
  /** Its number among all columns. */
  readonly at: number
  readonly left: number
  /** The last of the columns that stay at the left. */
  readonly isLastKey: boolean
}

/** The columns of the key at their places, which are always drawn. */
export function placedKey(columns: readonly GridColumn[]): readonly PlacedColumn[] {
  let left = 0
  return columns.map((column, at) => {
    const placed = { column, at, left, isLastKey: at === columns.length - 1 }
    left += column.width
    return placed
  })
}

const cellClass = ({ column, isLastKey }: PlacedColumn, more: string): string =>
  `grid-cell${column.isKey ? ' pinned' : ''}${isLastKey ? ' last' : ''}${more}`

/** One row of the grid; `top` in pixels. */
export function GridRow({
  row,
  at,
  columns,
  top,
  width,
  isOpen,
  focusedColumn,
  choose,
}: {
  row: ShownRow
  at: number
  columns: readonly PlacedColumn[]
  top: number
  width: number
  isOpen: boolean
  focusedColumn: number | undefined
  choose: (column: number) => void
}) {
  return (
    <div
      className={isOpen ? 'grid-row current' : 'grid-row'}
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isOpen}
      style={{ width, top }}
    >
      {columns.map((placed) => (
        <Cell
          key={placed.column.name}
          id={cellId(at, placed.at)}
          value={valueOf(row, placed.column)}
          placed={placed}
          isFocused={focusedColumn === placed.at}
          choose={() => choose(placed.at)}
        />
      ))}
    </div>
  )
}

export const cellId = (row: number, column: number): string => `cell-${row}-${column}`

const valueOf = (row: ShownRow, { name, isKey }: GridColumn): ShownValue | undefined =>
  isKey ? row.key.find((cell) => cell.name === name)?.value : cellOf(row, name)?.value

function Cell({
  id,
  value,
  placed,
  isFocused,
  choose,
}: {
  id: string
  value: ShownValue | undefined
  placed: PlacedColumn
  isFocused: boolean
  choose: () => void
}) {
  const more = `${isRight(value) ? ' right' : ''}${isFocused ? ' focused' : ''}`
  return (
    // The grid itself has the focus, and its keys do what a click does.
    <div
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-colindex={placed.at + 1}
      className={cellClass(placed, more)}
      style={{ left: placed.left, width: placed.column.width }}
      onClick={choose}
    >
      <CellValue value={value} />
    </div>
  )
}

/** The row of names, with a handle at the end of each to change the width. */
export function GridHead({
  columns,
  width,
  onWidth,
}: {
  columns: readonly PlacedColumn[]
  width: number
  onWidth: (column: string, width: number) => void
}) {
  return (
    <div className="grid-row head" role="row" aria-rowindex={1} style={{ width }}>
      {columns.map((placed) => (
        <div
          key={placed.column.name}
          role="columnheader"
          tabIndex={-1}
          aria-colindex={placed.at + 1}
          className={cellClass(placed, '')}
          style={{ left: placed.left, width: placed.column.width }}
          title={placed.column.name}
        >
          {placed.column.name}
          <WidthHandle
            width={placed.column.width}
            change={(changed) => onWidth(placed.column.name, changed)}
          />
        </div>
      ))}
    </div>
  )
}

function WidthHandle({ width, change }: { width: number; change: (width: number) => void }) {
  return (
    <span
      className="width-handle"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault()
        const handle = event.currentTarget
        const from = event.clientX
        handle.setPointerCapture(event.pointerId)
        const drag = (moving: PointerEvent): void => change(width + moving.clientX - from)
        handle.addEventListener('pointermove', drag)
        const drop = (): void => handle.removeEventListener('pointermove', drag)
        handle.addEventListener('pointerup', drop, { once: true })
      }}
    />
  )
}
