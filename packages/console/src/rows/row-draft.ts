import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import type { ColumnCell, ColumnType, Key, KeyCell, RequestOf } from '@rowhouse/snippets'
import type { RowEdit } from './changes/row-edit.js'
import { isCut, parseValue, textOf, typeOf } from './value-text.js'

/** A column as it stands in the form. */
export interface DraftCell {
  readonly name: string
  readonly type: ColumnType
  readonly text: string
  /** The server makes the value. */
  readonly isAuto: boolean
}

export interface RowDraft {
  readonly key: readonly DraftCell[]
  readonly columns: readonly DraftCell[]
}

export function emptyDraft(table: TableShape): RowDraft {
  const key = table.key.map(({ name, type, isAuto }) => ({ name, type, text: '', isAuto }))
  const columns = table.columns.map(({ name, type }) => ({ name, type, text: '', isAuto: false }))
  return { key, columns }
}

/** The newest version of each column, to be changed. */
export function draftOf(table: TableShape, row: ShownRow): RowDraft {
  const newest = new Map<string, DraftCell>()
  for (const { name, value } of row.columns) {
    if (newest.has(name) || isCut(value)) continue
    newest.set(name, { name, type: typeOf(value), text: textOf(value), isAuto: false })
  }
  const key = table.key.map(({ name, type, isAuto }) => {
    const value = row.key.find((cell) => cell.name === name)?.value
    return { name, type, text: value === undefined ? '' : textOf(value), isAuto }
  })
  return { key, columns: [...newest.values()] }
}

/** What a person has typed that is no value of its type. */
export class DraftError extends Error {
  override readonly name = 'DraftError'
  readonly column: string

  constructor(column: string) {
    super(column)
    this.column = column
  }
}

const columnCell = ({ name, type, text }: DraftCell): ColumnCell => {
  const value = parseValue(type, text)
  if (value === undefined || name === '') throw new DraftError(name)
  return { name, value }
}

const keyOfDraft = ({ key }: RowDraft): Key =>
  key.map((cell): KeyCell => {
    return cell.isAuto ? { name: cell.name, value: { mark: 'auto' } } : columnCell(cell)
  })

/** The request that puts a new row. Columns without a text are left out. Throws DraftError. */
export function putOfDraft(table: string, draft: RowDraft): RequestOf<'PutRow'> {
  return {
    operation: 'PutRow',
    table,
    key: keyOfDraft(draft),
    columns: draft.columns.filter(isGiven).map(columnCell),
    condition: 'not_exist',
  }
}

const isGiven = ({ type, text }: DraftCell): boolean => text !== '' || type === 'STRING'

/** What makes the row what the draft says; what is the same is left alone. Throws DraftError. */
export function editOfDraft(key: Key, before: RowDraft, draft: RowDraft): RowEdit {
  const old = new Map(before.columns.map((cell) => [cell.name, cell]))
  const kept = new Set(draft.columns.map(({ name }) => name))
  const isChanged = (cell: DraftCell): boolean => {
    const was = old.get(cell.name)
    return was?.text !== cell.text || was.type !== cell.type
  }
  const valueBefore = (name: string) => {
    const was = old.get(name)
    return was && columnCell(was).value
  }
  return {
    key,
    cells: [
      ...draft.columns.filter(isChanged).map((cell) => ({
        column: cell.name,
        before: valueBefore(cell.name),
        after: columnCell(cell).value,
      })),
      ...before.columns
        .filter(({ name }) => !kept.has(name))
        .map(({ name }) => ({ column: name, before: valueBefore(name), after: undefined })),
    ],
  }
}
