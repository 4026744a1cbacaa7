import type { ColumnType } from '@rowhouse/client'
import type { FileValue } from '../formats/record.js'
import { TypeGuess } from '../import/infer-types.js'
import { transferLimits } from '../limits.js'

export interface FrequentValue {
  readonly value: string
  readonly rows: number
}

/** A summary of a column's values. */
export interface ColumnProfile {
  readonly name: string
  readonly type: ColumnType
  readonly isTime: boolean
  /** Records with a value, and records without one. */
  readonly values: number
  readonly nulls: number
  /** Different values; `isDistinctExact` is false when there are more than the counter's bound. */
  readonly distinct: number
  readonly isDistinctExact: boolean
  /** The most frequent values; values that occur once are left out. */
  readonly frequent: readonly FrequentValue[]
  /** Numbers are compared by value, everything else as text. */
  readonly least: string | undefined
  readonly most: string | undefined
  /** The bytes of the longest value. */
  readonly longest: number
}

const FREQUENT_SHOWN = 3
const TEXT_SHOWN = 40

/** Counts one column of a file, record by record. */
export class ColumnCounter {
  readonly #guess: TypeGuess
  readonly #counts = new Map<string, number>()
  #values = 0
  #longest = 0
  #isExact = true
  #texts: { least: string; most: string } | undefined
  #numbers: { least: number | bigint; most: number | bigint } | undefined

  constructor(name: string, isText: boolean) {
    this.#guess = new TypeGuess(name, isText)
  }

  add(value: FileValue): void {
    if (value === null) return
    this.#guess.add(value)
    this.#values += 1
    const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value)
    const bytes = value instanceof Uint8Array ? value.length : Buffer.byteLength(text)
    if (bytes > this.#longest) this.#longest = bytes
    this.#count(text)
    this.#spanText(text)
    this.#spanNumber(value)
  }

  /** `records` is the number of all records in the file, some of which may lack the column. */
  profile(records: number): ColumnProfile {
    const { name, type, isTime } = this.#guess.column
    const isNumber = type === 'integer' || type === 'double'
    const span = isNumber ? this.#numbers : this.#texts
    return {
      name,
      type,
      isTime,
      values: this.#values,
      nulls: records - this.#values,
      distinct: this.#counts.size,
      isDistinctExact: this.#isExact,
      frequent: this.#frequent(),
      least: span && shown(String(span.least)),
      most: span && shown(String(span.most)),
      longest: this.#longest,
    }
  }

  /** New values are not counted once there are too many. */
  #count(text: string): void {
    const count = this.#counts.get(text)
    if (count !== undefined) this.#counts.set(text, count + 1)
    else if (this.#counts.size < transferLimits.DISTINCT_VALUES) this.#counts.set(text, 1)
    else this.#isExact = false
  }

  #spanText(text: string): void {
    if (this.#texts === undefined) this.#texts = { least: text, most: text }
    else if (text < this.#texts.least) this.#texts.least = text
    else if (text > this.#texts.most) this.#texts.most = text
  }

  #spanNumber(value: FileValue): void {
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number !== 'number' && typeof number !== 'bigint') return
    if (this.#numbers === undefined) this.#numbers = { least: number, most: number }
    else if (number < this.#numbers.least) this.#numbers.least = number
    else if (number > this.#numbers.most) this.#numbers.most = number
  }

  #frequent(): FrequentValue[] {
    const repeated = [...this.#counts].filter(([, rows]) => rows > 1)
    const sorted = repeated.sort(([, a], [, b]) => b - a)
    return sorted.slice(0, FREQUENT_SHOWN).map(([value, rows]) => ({ value: shown(value), rows }))
  }
}

const shown = (text: string): string =>
  text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text
