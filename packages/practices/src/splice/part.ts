import { limits } from '@rowhouse/protocol/limits'
import { PracticeError } from '../practice-error.js'

/** Both bounds are inclusive. */
export interface IntegerRange {
  readonly min: bigint
  readonly max: bigint
}

/** The first and the last character of a range of code points, both inclusive. */
export type CharacterRange = readonly [first: string, last: string]

export interface IntegerPart {
  readonly name: string
  readonly type: 'integer'
  /** Decides the width. Without it the digits are not padded, and their order is lost. */
  readonly range?: IntegerRange
}

export interface StringPart {
  readonly name: string
  readonly type: 'string'
  readonly characters: readonly CharacterRange[]
}

/** A column that becomes part of a spliced key. */
export type Part = IntegerPart | StringPart

export type PartValue = bigint | string

/** Values by the name of their column. */
export type PartRow = Readonly<Record<string, PartValue>>

/** Renders one column of a key as text with the same order as its values. */
export function renderPart(part: Part, value: PartValue): string {
  if (part.type === 'integer') return renderInteger(part, integerOf(part, value))
  const text = stringOf(part, value)
  for (const character of text) {
    if (!holds(part.characters, character))
      throw new PracticeError(`${part.name} may not hold ${JSON.stringify(character)}`)
  }
  return text
}

/** The inverse of `renderPart`. */
export function parsePart(part: Part, text: string): PartValue {
  const value = part.type === 'integer' ? parseInteger(part, text) : text
  // Other forms of the same number, such as "7" instead of "007", are not valid.
  if (renderPart(part, value) !== text)
    throw new PracticeError(`${JSON.stringify(text)} is no ${part.name} of a spliced key`)
  return value
}

export const holds = (ranges: readonly CharacterRange[], character: string): boolean => {
  const code = codeOf(character)
  return ranges.some(([first, last]) => codeOf(first) <= code && code <= codeOf(last))
}

export function codeOf(character: string): number {
  const code = character.codePointAt(0)
  const isSurrogate = code !== undefined && code >= 0xd800 && code <= 0xdfff
  const isOne = code !== undefined && String.fromCodePoint(code) === character
  if (isSurrogate || !isOne)
    throw new PracticeError(`${JSON.stringify(character)} is not one character`)
  return code
}

function integerOf({ name }: IntegerPart, value: PartValue): bigint {
  if (typeof value !== 'bigint') throw new PracticeError(`${name} is an integer`)
  return value
}

function stringOf({ name }: StringPart, value: PartValue): string {
  if (typeof value !== 'string') throw new PracticeError(`${name} is a string`)
  return value
}

function renderInteger({ name, range }: IntegerPart, value: bigint): string {
  if (range === undefined) return String(value)
  if (value < range.min || value > range.max)
    throw new PracticeError(`${name} is ${value}, outside of ${range.min} to ${range.max}`)
  return String(value - shiftOf(range)).padStart(widthOf(range), '0')
}

function parseInteger({ range }: IntegerPart, text: string): bigint {
  if (!/^-?\d{1,20}$/.test(text)) throw new PracticeError(`${JSON.stringify(text)} is no integer`)
  return BigInt(text) + (range === undefined ? 0n : shiftOf(range))
}

/**
 * A minus sign would reverse the order of negative numbers, so they are counted from the smallest
 * instead.
 */
const shiftOf = ({ min }: IntegerRange): bigint => (min < 0n ? min : 0n)

export const widthOf = (range: IntegerRange): number => String(range.max - shiftOf(range)).length

/** The maximum bytes of a part, if its type has one. */
export const mostBytesOf = (part: Part): number =>
  part.type === 'integer' && part.range !== undefined ? widthOf(part.range) : 0

/** Of one UTF-16 unit of a text. */
const UTF8_BYTES_MAX = 3

export function checkKeyLength(key: string): string {
  if (key.length * UTF8_BYTES_MAX <= limits.PRIMARY_KEY_VALUE_BYTES_MAX) return key
  const bytes = new TextEncoder().encode(key).length
  if (bytes > limits.PRIMARY_KEY_VALUE_BYTES_MAX)
    throw new PracticeError(
      `the key has ${bytes} bytes; a key column takes ${limits.PRIMARY_KEY_VALUE_BYTES_MAX}`,
    )
  return key
}
