import { expectDefined } from '@rowhouse/platform'
import { PracticeError } from '../practice-error.js'
import { suggestConnector } from './connector.js'
import { type CharacterRange, type IntegerRange, type Part, codeOf, holds } from './part.js'
import type { SpliceDesign } from './splice.js'

const INT64: IntegerRange = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

/** A sample never has all characters: one letter allows the alphabet, one beyond ASCII all of those. */
const CLASSES: readonly CharacterRange[] = [
  ['0', '9'],
  ['A', 'Z'],
  ['a', 'z'],
  ['\u0080', '\ud7ff'],
  ['\ue000', '\u{10ffff}'],
]

/** A column of a sample, as text. */
export interface SampleColumn {
  readonly name: string
  readonly values: readonly string[]
}

/** Makes a design with the types, widths and characters of a sample, with room for similar values. */
export function designFromSample(columns: readonly SampleColumn[]): SpliceDesign {
  const parts = columns.map(partFromSample)
  const connector = suggestConnector(parts)
  if (connector === undefined)
    throw new PracticeError('the columns use every character: none is left for a connector')
  return { connector, parts }
}

export function partFromSample({ name, values }: SampleColumn): Part {
  if (values.length > 0 && values.every(isInteger))
    return { name, type: 'integer', range: roundedRange(values) }
  return { name, type: 'string', characters: charactersIn(values) }
}

/** Whether a text is an integer in canonical form, without leading zeros, which would be lost. */
export const isInteger = (text: string): boolean =>
  /^(0|-?[1-9]\d{0,18})$/.test(text) && BigInt(text) >= INT64.min && BigInt(text) <= INT64.max

/** The range up to the largest number with as many digits. */
function roundedRange(values: readonly string[]): IntegerRange {
  let { max: least, min: greatest } = INT64
  for (const value of values) {
    const number = BigInt(value)
    if (number < least) least = number
    if (number > greatest) greatest = number
  }
  return {
    min: least < 0n ? larger(INT64.min, -allNines(-least)) : 0n,
    max: greatest < 0n ? 0n : smaller(INT64.max, allNines(greatest)),
  }
}

const allNines = (value: bigint): bigint => 10n ** BigInt(String(value).length) - 1n
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

function charactersIn(values: readonly string[]): CharacterRange[] {
  const ranges: CharacterRange[] = []
  const seen = new Set<string>()
  for (const value of values) for (const character of value) seen.add(character)
  for (const character of seen) {
    if (holds(ranges, character)) continue
    ranges.push(CLASSES.find((range) => holds([range], character)) ?? [character, character])
  }
  if (ranges.length === 0) return [expectDefined(CLASSES[0], 'the digits are a class')]
  return ranges.toSorted(([a], [b]) => codeOf(a) - codeOf(b))
}
