import type { TableShape } from '@rowhouse/console-gate/shapes'
import { limits } from '@rowhouse/protocol/limits'
import type { ColumnType, KeyColumn, KeyType } from '@rowhouse/snippets'
import { type FileRecord, type InferredColumn, type PlannedType } from '@rowhouse/transfer/records'
import { isColumnName } from '../tables/table-rules.js'

export const CHOSEN_TYPES = ['string', 'integer', 'double', 'boolean', 'binary', 'time'] as const
type ChosenType = Extract<PlannedType, (typeof CHOSEN_TYPES)[number]>

/** What becomes of a column of the file. */
export interface ColumnChoice {
  readonly source: string
  readonly isUsed: boolean
  /** Its name in the table. */
  readonly target: string
  readonly type: ChosenType
  /** Its place in the table's key, from 1; 0 for a column outside of it. */
  readonly keyPlace: number
}

const TYPES: Readonly<Record<ColumnType, ChosenType>> = {
  STRING: 'string',
  INTEGER: 'integer',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  BINARY: 'binary',
}

/** The choices for a new table: the first column that can be a key is its key. */
export function choicesOfNewTable(
  columns: readonly InferredColumn[],
  records: number,
): readonly ColumnChoice[] {
  const mayBeKey = ({ type, values }: InferredColumn): boolean =>
    (type === 'string' || type === 'integer' || type === 'binary') && values === records
  const key = columns.find(mayBeKey)?.name
  return columns.map(({ name, type }) => ({
    source: name,
    isUsed: true,
    target: name,
    type,
    keyPlace: name === key ? 1 : 0,
  }))
}

/** The choices for a table that exists, whose key and defined columns keep their types. */
export function choicesOfTable(
  columns: readonly InferredColumn[],
  shape: TableShape,
): readonly ColumnChoice[] {
  const known = new Map([...shape.key, ...shape.columns].map(({ name, type }) => [name, type]))
  return columns.map(({ name, type: guessed }) => {
    const type = known.get(name)
    const keyPlace = shape.key.findIndex((column) => column.name === name) + 1
    const chosen = type === undefined ? guessed : TYPES[type]
    return { source: name, isUsed: true, target: name, type: chosen, keyPlace }
  })
}

/** Another name leads to another column of the table, with its place in the key and its type. */
export function retargeted(
  choice: ColumnChoice,
  target: string,
  shape: TableShape | undefined,
): ColumnChoice {
  if (shape === undefined) return { ...choice, target }
  const keyPlace = shape.key.findIndex(({ name }) => name === target) + 1
  const type = [...shape.key, ...shape.columns].find(({ name }) => name === target)?.type
  return { ...choice, target, keyPlace, type: type === undefined ? choice.type : TYPES[type] }
}

/** Puts a column at a place of the key, and whichever is there out of it. */
export const withKeyPlace = (
  choices: readonly ColumnChoice[],
  source: string,
  place: number,
): readonly ColumnChoice[] =>
  choices.map((choice) => {
    if (choice.source === source) return { ...choice, keyPlace: place }
    return place !== 0 && choice.keyPlace === place ? { ...choice, keyPlace: 0 } : choice
  })

/** The columns of the key in their order. */
export const keyChoices = (choices: readonly ColumnChoice[]): readonly ColumnChoice[] =>
  choices
    .filter(({ isUsed, keyPlace }) => isUsed && keyPlace > 0)
    .toSorted((a, b) => a.keyPlace - b.keyPlace)

const KEY_TYPES: Readonly<Partial<Record<ChosenType, KeyType>>> = {
  string: 'STRING',
  integer: 'INTEGER',
  time: 'INTEGER',
  binary: 'BINARY',
}

/** The key of a new table, a made column first; faults of the choices are found before. */
export const newKey = (choices: readonly ColumnChoice[], made?: string): readonly KeyColumn[] => [
  ...(made === undefined ? [] : [{ name: made, type: 'STRING', isAuto: false } as const]),
  ...keyChoices(choices).map(({ target: name, type }) => ({
    name,
    type: KEY_TYPES[type] ?? 'STRING',
    isAuto: false,
  })),
]

/** A rule of the service that the choices break; `what` names the column. */
interface ChoiceFault {
  readonly fault:
    | 'noKey'
    | 'keyMany'
    | 'keyType'
    | 'keyEmpty'
    | 'keyUnread'
    | 'autoKey'
    | 'columnName'
    | 'nameTwice'
  readonly what: string
}

/** What the service, or an import that goes on after a stop, would not take. */
export function faultsOf(
  choices: readonly ColumnChoice[],
  columns: readonly InferredColumn[],
  sample: readonly FileRecord[],
  shape: TableShape | undefined,
  /** A key column that is made of others. */
  made?: string,
): readonly ChoiceFault[] {
  const used = choices.filter(({ isUsed }) => isUsed)
  const key = keyChoices(choices)
  const faults: ChoiceFault[] = []
  const add = (fault: ChoiceFault['fault'], what: string): unknown => faults.push({ fault, what })
  const count = key.length + (made === undefined ? 0 : 1)
  if (shape === undefined && count === 0) add('noKey', '')
  if (count > limits.PRIMARY_KEY_COLUMNS_MAX) add('keyMany', '')
  for (const { name, isAuto } of shape?.key ?? []) {
    if (isAuto) add('autoKey', name)
    else if (name !== made && !key.some(({ target }) => target === name)) add('keyUnread', name)
  }
  for (const { source, target, type } of key) {
    if (KEY_TYPES[type] === undefined) add('keyType', target)
    const values = columns.find(({ name }) => name === source)?.values ?? 0
    if (values < sample.length) add('keyEmpty', target)
  }
  const names = new Set<string>()
  const targets = used.map(({ target }) => target)
  for (const target of made === undefined ? targets : [...targets, made]) {
    if (!isColumnName(target)) add('columnName', target)
    else if (names.has(target)) add('nameTwice', target)
    names.add(target)
  }
  return faults
}
