export interface Place {
  readonly row: number
  readonly column: number
}

const PAGE_ROWS = 20

const STEPS: ReadonlyMap<string, readonly [rows: number, columns: number]> = new Map([
  ['ArrowDown', [1, 0]],
  ['ArrowUp', [-1, 0]],
  ['ArrowRight', [0, 1]],
  ['ArrowLeft', [0, -1]],
  ['PageDown', [PAGE_ROWS, 0]],
  ['PageUp', [-PAGE_ROWS, 0]],
  ['Home', [0, Number.NEGATIVE_INFINITY]],
  ['End', [0, Number.POSITIVE_INFINITY]],
])

/** The cell that a key leads to; undefined for keys that do not move. */
export function moved(
  key: string,
  { row, column }: Place,
  rows: number,
  columns: number,
): Place | undefined {
  const step = STEPS.get(key)
  if (step === undefined) return undefined
  const within = (place: number, count: number): number => Math.max(0, Math.min(place, count - 1))
  return { row: within(row + step[0], rows), column: within(column + step[1], columns) }
}

/** A key, wherever it was pressed. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

/** What a key does to the cell that has the focus. */
type CellAction = 'open' | 'edit' | 'remove' | 'select'

export function actionOf({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): CellAction | undefined {
  if (ctrlKey || metaKey) return undefined
  if (key === 'Enter') return 'open'
  if (key === 'F2' || key === 'e') return 'edit'
  if (key === 'Delete') return 'remove'
  return key === ' ' ? 'select' : undefined
}
