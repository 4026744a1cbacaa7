import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { GridColumn } from './grid-row.js'

/** Columns that stay at the left may take this part of the grid; the others need the rest. */
const PINNED_PART = 0.6

/** The columns as they fit into the grid's width: on a phone few of them can stay at the left. */
export function useFittedColumns(
  scroller: RefObject<HTMLDivElement | null>,
  columns: readonly GridColumn[],
  lead: number,
): readonly GridColumn[] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width)
    })
    if (scroller.current !== null) watcher.observe(scroller.current)
    return () => watcher.disconnect()
  }, [scroller])
  return useMemo(() => fitted(columns, lead, width * PINNED_PART), [columns, lead, width])
}

/** Takes pinned columns while there is room; the first one always stays. */
export function fitted(
  columns: readonly GridColumn[],
  lead: number,
  room: number,
): readonly GridColumn[] {
  let taken = lead
  return columns.map((column, at) => {
    if (!column.isPinned) return column
    taken += column.width
    return at === 0 || taken <= room ? column : { ...column, isPinned: false }
  })
}
