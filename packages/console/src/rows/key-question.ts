import { type Key, type KeyCell, type KeyColumn, type Value, isMark } from '@rowhouse/snippets'
import { parseKeyValue } from './value-text.js'

/**
 * What a person asks of the columns of a key, from the first on: some are equal to a value, and the one
 * behind them may lie in a range or begin with a text. The columns behind that one may be anything.
 */
export interface KeyQuestion {
  readonly equals: readonly string[]
  readonly range?: ColumnRange | undefined
  readonly isBackward: boolean
}

export type ColumnRange =
  | { readonly kind: 'between'; readonly from: string; readonly to: string }
  | { readonly kind: 'begins'; readonly text: string }

export const everything: KeyQuestion = { equals: [], isBackward: false }

export interface KeyRange {
  readonly start: Key
  readonly end: Key
  readonly isBackward: boolean
}

/** The range of keys that answers a question. Throws KeyTextError for a text that is no value of its type. */
export function rangeOf(schema: readonly KeyColumn[], question: KeyQuestion): KeyRange {
  const equal = question.equals.map((text, at) => cellOf(schema, at, text))
  // A range of one key: it is the same in both directions.
  if (equal.length === schema.length) return { start: equal, end: behind(equal), isBackward: false }
  const [low, high] = boundsOf(schema, equal, question.range)
  const least = completed(schema, low, 'min')
  const most = completed(schema, high, 'max')
  // A range that goes backwards begins at its upper end.
  return question.isBackward
    ? { start: most, end: least, isBackward: true }
    : { start: least, end: most, isBackward: false }
}

const INTEGER_MAX = 2n ** 63n - 1n

/** The first place behind a whole key. */
function behind(key: Key): Key {
  return key.map((cell, at) => {
    if (at < key.length - 1 || isMark(cell.value)) return cell
    return { ...cell, value: valueBehind(cell.value) }
  })
}

/** Nothing lies between a text or bytes and the same with a zero behind. */
function valueBehind(value: Value): KeyCell['value'] {
  if (typeof value === 'bigint') return value === INTEGER_MAX ? { mark: 'max' } : value + 1n
  return value instanceof Uint8Array ? Uint8Array.of(...value, 0) : `${String(value)}\0`
}

type Bounds = readonly [low: Key, high: Key]

function boundsOf(
  schema: readonly KeyColumn[],
  equal: Key,
  range: ColumnRange | undefined,
): Bounds {
  const column = schema[equal.length]
  if (range === undefined || column === undefined) return [equal, equal]
  const cell = (text: string): Key => [...equal, cellOf(schema, equal.length, text)]
  if (range.kind === 'between') {
    // "to" is exclusive: with the smallest of what follows it, nothing that is equal to it belongs.
    const low = range.from === '' ? equal : cell(range.from)
    const high = range.to === '' ? equal : completed(schema, cell(range.to), 'min')
    return [low, high]
  }
  const after = textAfter(range.text)
  const high = after === undefined ? equal : completed(schema, cell(after), 'min')
  return [cell(range.text), high]
}

/** The smallest text that is larger than all texts with this beginning; undefined when there is none. */
export function textAfter(text: string): string | undefined {
  const letters = Array.from(text)
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    const next = nextLetter(last.codePointAt(0))
    if (next !== undefined) return letters.join('') + String.fromCodePoint(next)
  }
  return undefined
}

const SURROGATES_FROM = 0xd8_00
const SURROGATES_TO = 0xdf_ff
const LAST_LETTER = 0x10_ff_ff

function nextLetter(letter: number | undefined): number | undefined {
  if (letter === undefined || letter === LAST_LETTER) return undefined
  return letter === SURROGATES_FROM - 1 ? SURROGATES_TO + 1 : letter + 1
}

function cellOf(schema: readonly KeyColumn[], at: number, text: string): KeyCell {
  const column = schema[at]
  if (column === undefined) throw new KeyTextError('', 'notANumber')
  const value: Value | undefined = parseKeyValue(column.type, text)
  if (value === undefined) {
    throw new KeyTextError(column.name, column.type === 'INTEGER' ? 'notANumber' : 'notHex')
  }
  return { name: column.name, value }
}

const completed = (schema: readonly KeyColumn[], key: Key, mark: 'min' | 'max'): Key => [
  ...key,
  ...schema.slice(key.length).map(({ name }) => ({ name, value: { mark } })),
]

/** A text that is no value of its column; `reason` names the console's text for it. */
export class KeyTextError extends Error {
  override readonly name = 'KeyTextError'
  readonly column: string
  readonly reason: 'notANumber' | 'notHex'

  constructor(column: string, reason: 'notANumber' | 'notHex') {
    super(`${column}: ${reason}`)
    this.column = column
    this.reason = reason
  }
}
