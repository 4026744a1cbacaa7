import type { ShownRow, ShownValue } from '@rowhouse/console-gate/shapes'
import { memo } from 'react'
import { CellValue, isRight } from './cell-value.js'
import type { CellEdit } from './changes/row-edit.js'
import { CellInput, type Typed } from './cell-input.js'
import { valueIn } from './found-columns.js'
import { WidthHandle } from './width-handle.js'

export interface GridColumn {
  readonly name: string
  readonly isKey: boolean
  /** Columns of the key and pinned ones stay at the left. */
  readonly isPinned: boolean
  readonly width: number
}

/** A column that is drawn, at its place. */
export interface PlacedColumn {
  readonly column: GridColumn
  /** Its number among all columns. */
  readonly at: number
  readonly left: number
  /** The last of the columns that stay at the left. */
  readonly isLastPinned: boolean
}

/** Room for the box that selects a row. */
export const SELECT_WIDTH = 32

/** The columns that stay at the left at their places, which are always drawn. */
export function placedPinned(
  columns: readonly GridColumn[],
  from: number,
): readonly PlacedColumn[] {
  let left = from
  return columns.map((column, at) => {
    const placed = { column, at, left, isLastPinned: at === columns.length - 1 }
    left += column.width
    return placed
  })
}

const cellClass = ({ column, isLastPinned }: PlacedColumn, more: string): string =>
  `grid-cell${column.isPinned ? ' pinned' : ''}${isLastPinned ? ' last' : ''}${more}`

interface RowProps {
  readonly row: ShownRow
  readonly at: number
  readonly columns: readonly PlacedColumn[]
  /** In pixels. */
  readonly top: number
  readonly width: number
  readonly isOpen: boolean
  /** Absent where rows cannot be selected. */
  readonly isSelected: boolean | undefined
  readonly selectLabel: string
  readonly focusedColumn: number | undefined
  readonly edits: readonly CellEdit[]
  /** The column with a field in it. */
  readonly editing: number | undefined
  readonly typed: Typed
}

/** One row of the grid, which is drawn again only when something of it has changed. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { row, at, columns, top, width, isOpen, isSelected, focusedColumn, edits } = props
  return (
    <div
      className={`grid-row${isOpen ? ' current' : ''}${isSelected === true ? ' selected' : ''}`}
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isSelected ?? isOpen}
      style={{ width, transform: `translateY(${top}px)` }}
    >
      {isSelected !== undefined && (
        <div className="grid-cell pinned select" role="gridcell" data-row={at} data-select="">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={props.selectLabel}
            checked={isSelected}
            readOnly
          />
        </div>
      )}
      {columns.map((placed) => {
        const edit = edits.find(({ column }) => column === placed.column.name)
        return (
          <Cell
            key={placed.column.name}
            row={at}
            value={edit === undefined ? valueIn(row, placed.column.name) : edit.after}
            isChanged={edit !== undefined}
            placed={placed}
            isFocused={focusedColumn === placed.at}
            typed={props.editing === placed.at ? props.typed : undefined}
          />
        )
      })}
    </div>
  )
})

export const cellId = (row: number, column: number): string => `cell-${row}-${column}`

/** A click is seen by the grid, which has the focus and whose keys do the same. */
function Cell({
  row,
  value,
  placed,
  isChanged,
  isFocused,
  typed,
}: {
  row: number
  value: ShownValue | undefined
  placed: PlacedColumn
  isChanged: boolean
  isFocused: boolean
  typed: Typed | undefined
}) {
  const more = `${isRight(value) ? ' right' : ''}${isFocused ? ' focused' : ''}${isChanged ? ' changed' : ''}`
  return (
    <div
      id={cellId(row, placed.at)}
      role="gridcell"
      aria-colindex={placed.at + 1}
      data-row={row}
      data-column={placed.at}
      className={cellClass(placed, more)}
      style={{ left: placed.left, width: placed.column.width }}
    >
      {typed === undefined ? (
        <CellValue value={value} />
      ) : (
        <CellInput label={placed.column.name} value={value} typed={typed} />
      )}
    </div>
  )
}

/** The row of names, with a handle at the end of each to change the width. */
export function GridHead({
  columns,
  width,
  focusedColumn,
  widthLabel,
  selection,
  onWidth,
}: {
  columns: readonly PlacedColumn[]
  width: number
  focusedColumn: number
  widthLabel: (column: string) => string
  /** Whether all loaded rows are selected; absent where rows cannot be. */
  selection:
    | { readonly label: string; readonly isAll: boolean; readonly toggle: () => void }
    | undefined
  onWidth: (column: string, width: number) => void
}) {
  return (
    <div className="grid-row head" role="row" aria-rowindex={1} style={{ width }}>
      {selection !== undefined && (
        <div className="grid-cell pinned select" role="columnheader">
          <input
            type="checkbox"
            aria-label={selection.label}
            checked={selection.isAll}
            onChange={selection.toggle}
          />
        </div>
      )}
      {columns.map((placed) => (
        <div
          key={placed.column.name}
          role="columnheader"
          aria-colindex={placed.at + 1}
          className={cellClass(placed, placed.column.isKey ? ' key' : '')}
          style={{ left: placed.left, width: placed.column.width }}
          aria-label={placed.column.name}
          title={placed.column.name}
        >
          {placed.column.name}
          <WidthHandle
            label={widthLabel(placed.column.name)}
            width={placed.column.width}
            isReached={placed.at === focusedColumn}
            change={(changed) => onWidth(placed.column.name, changed)}
          />
        </div>
      ))}
    </div>
  )
}
