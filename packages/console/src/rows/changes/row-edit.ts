import type { ShownRow } from '@rowhouse/console-gate/shapes'
import type { ColumnFilter, Key, RequestOf, Value } from '@rowhouse/snippets'
import { cellOf } from '../found-columns.js'
import { keyName } from '../use-rows.js'
import { isCut } from '../value-text.js'

/** One column as it was shown and as it is to be; undefined where the row has no such column. */
export interface CellEdit {
  readonly column: string
  readonly before: Value | undefined
  readonly after: Value | undefined
}

/** What is to be changed in one row. */
export interface RowEdit {
  readonly key: Key
  readonly cells: readonly CellEdit[]
}

export type RowEdits = ReadonlyMap<string, RowEdit>

/** The edits with one more, which keeps what was shown first. A cell that is as before is no edit. */
export function withCell(edits: RowEdits, key: Key, cell: CellEdit): RowEdits {
  const name = keyName(key)
  const cells = edits.get(name)?.cells ?? []
  const before = (cells.find(({ column }) => column === cell.column) ?? cell).before
  const others = cells.filter(({ column }) => column !== cell.column)
  const changed = isSame(before, cell.after) ? others : [...others, { ...cell, before }]
  const next = new Map(edits)
  if (changed.length === 0) next.delete(name)
  else next.set(name, { key, cells: changed })
  return next
}

export function without(edits: RowEdits, names: Iterable<string>): RowEdits {
  const next = new Map(edits)
  for (const name of names) next.delete(name)
  return next
}

export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return Object.is(one, other)
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

type Change = RequestOf<'BatchWriteRow'>['rows'][number]

/** The write of an edit. It is refused when a column is not what was shown any more. */
export function changeOf({ key, cells }: RowEdit): Change & { readonly kind: 'update' } {
  const [first, ...others] = cells.map(unchanged)
  const columnCondition =
    first === undefined || others.length === 0
      ? first
      : ({ kind: 'and', filters: [first, ...others] } as const)
  return {
    kind: 'update',
    key,
    put: cells.flatMap(({ column: name, after: value }) =>
      value === undefined ? [] : [{ name, value }],
    ),
    deleted: cells.flatMap(({ column, after }) => (after === undefined ? [column] : [])),
    increments: [],
    condition: 'exist',
    columnCondition,
  }
}

/** A column that was missing may be there by now if it has the new value already. */
function unchanged({ column, before, after }: CellEdit): ColumnFilter {
  const value = before ?? after ?? ''
  const passesIfMissing = before === undefined
  return { kind: 'compare', column, comparison: '=', value, passesIfMissing }
}

export const editsRequest = (
  table: string,
  edits: Iterable<RowEdit>,
): RequestOf<'BatchWriteRow'> => ({
  operation: 'BatchWriteRow',
  table,
  rows: Array.from(edits, changeOf),
})

/** The same edit over what the row has now, so that it may be written on top of it. */
export const rebased = ({ key, cells }: RowEdit, now: ShownRow): RowEdit => ({
  key,
  cells: cells.map((cell) => {
    const value = cellOf(now, cell.column)?.value
    return { ...cell, before: value === undefined || isCut(value) ? undefined : value }
  }),
})
