import type { ColumnCell, KeyCell, RequestOf, Value } from '@rowhouse/snippets'
import {
  type Convert,
  type FileRecord,
  type PlannedType,
  converterOf,
  timeParser,
} from '@rowhouse/transfer/records'
import { type ColumnChoice, keyChoices } from './column-choices.js'
import type { MadeColumn } from './key-design.js'

/** A row that replaces what has its key. */
export type RowPut = Pick<RequestOf<'PutRow'>, 'key' | 'columns' | 'condition'>

/** Why no row can be made of a record. */
export type RecordProblem =
  | { readonly problem: 'type'; readonly column: string; readonly type: PlannedType }
  | { readonly problem: 'noKey'; readonly column: string }
  | { readonly problem: 'madeKey'; readonly column: string; readonly message: string }

type MadeRow = { readonly row: RowPut; readonly characters: number } | RecordProblem

interface Field {
  readonly target: string
  readonly isKey: boolean
  readonly type: PlannedType
  readonly convert: Convert
}

/** Times without a zone are those of UTC, as in `rowhouse import`. */
const PARSE_TIME = timeParser(undefined, 'Z')

/** Makes rows of records as the choices say. Columns that the sample lacks keep their type in the file. */
export class RowMaker {
  readonly #fields = new Map<string, Field | undefined>()
  readonly #keyNames: readonly string[]
  readonly #made: MadeColumn | undefined

  /** The key's columns in their order, unless they are those of the choices behind a made one. */
  constructor(
    choices: readonly ColumnChoice[],
    made?: MadeColumn,
    keyNames: readonly string[] = namesOfKey(choices, made),
  ) {
    this.#keyNames = keyNames
    this.#made = made
    for (const { source, target, type, isUsed, keyPlace } of choices) {
      const field = { target, isKey: keyPlace > 0, type, convert: converterOf(type, PARSE_TIME) }
      this.#fields.set(source, isUsed ? field : undefined)
    }
  }

  rowOf({ names, values, times }: FileRecord): MadeRow {
    const key = new Map<string, Value>()
    const columns: ColumnCell[] = []
    const sources = new Map<string, Value>()
    const made = this.#made
    let characters = 0
    for (const [at, name] of names.entries()) {
      const field = this.#fieldOf(name)
      const value = values[at]
      if (field === undefined || value === null || value === undefined) continue
      const { target, type } = field
      const converted = field.convert(value)
      if (converted === undefined) return { problem: 'type', column: target, type }
      characters += target.length + charactersOf(converted)
      if (made?.sources.includes(name) === true) sources.set(name, converted)
      const timestamp = times?.[at]
      if (field.isKey) key.set(target, converted)
      else if (timestamp === undefined) columns.push({ name: target, value: converted })
      else columns.push({ name: target, value: converted, timestamp })
    }
    if (made !== undefined) {
      const { target } = made
      const joined = made.make((name) => sources.get(name))
      if ('problem' in joined)
        return { problem: 'madeKey', column: target, message: joined.problem }
      key.set(target, joined.key)
      characters += joined.key.length
    }
    const cells: KeyCell[] = []
    for (const name of this.#keyNames) {
      const value = key.get(name)
      if (value === undefined) return { problem: 'noKey', column: name }
      cells.push({ name, value })
    }
    return { row: { key: cells, columns, condition: 'ignore' }, characters }
  }

  #fieldOf(name: string): Field | undefined {
    if (this.#fields.has(name)) return this.#fields.get(name)
    const convert = converterOf('written', PARSE_TIME)
    return { target: name, isKey: false, type: 'written', convert }
  }
}

const namesOfKey = (choices: readonly ColumnChoice[], made: MadeColumn | undefined) => [
  ...(made === undefined ? [] : [made.target]),
  ...keyChoices(choices).map(({ target }) => target),
]

/** An INTEGER or a DOUBLE with what stands around it. */
const NUMBER_CHARACTERS = 32

/** About what a value takes in a request. */
function charactersOf(value: Value): number {
  if (typeof value === 'string') return value.length
  return value instanceof Uint8Array ? Math.ceil((value.length * 4) / 3) : NUMBER_CHARACTERS
}
