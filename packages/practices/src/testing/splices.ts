import fc from 'fast-check'
import type { IntegerPart, Part, PartRow, PartValue, StringPart } from '../splice/part.js'
import { suggestConnector } from '../splice/connector.js'
import { type Splice, createSplice } from '../splice/splice.js'

const ALPHABETS: readonly (readonly [string, string])[][] = [
  [['0', '9']],
  [['a', 'z']],
  [
    ['a', 'z'],
    ['0', '9'],
  ],
  [['!', '~']],
  [
    ['+', '/'],
    ['\u4e00', '\u9fff'],
    ['\u{1f300}', '\u{1f5ff}'],
  ],
]

const integerPart = fc
  .tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt(0n, 2n ** 63n - 1n))
  .map(([min, span]): Omit<IntegerPart, 'name'> => {
    const max = min + span
    return { type: 'integer', range: { min, max: max > 2n ** 63n - 1n ? 2n ** 63n - 1n : max } }
  })

const stringPart = fc
  .constantFrom(...ALPHABETS)
  .map((characters): Omit<StringPart, 'name'> => ({ type: 'string', characters }))

/** Designs of one to four columns with a valid connector. */
export const anySplice: fc.Arbitrary<Splice> = fc
  .array(fc.oneof(integerPart, stringPart), { minLength: 1, maxLength: 4 })
  .map((parts) => {
    const named = parts.map((part, index): Part => ({ ...part, name: `c${index}` }))
    const connector = suggestConnector(named)
    if (connector === undefined) throw new Error('these alphabets leave room for a connector')
    return createSplice({ connector, parts: named })
  })

export const valueOfPart = (part: Part): fc.Arbitrary<PartValue> => {
  if (part.type === 'integer') {
    const { min = 0n, max = 0n } = part.range ?? {}
    // Small values too, so that some are equal.
    return fc.oneof(fc.bigInt(min, max), fc.bigInt(min, min + (max - min) / 2n ** 60n))
  }
  const runs = part.characters.map(([first, last]) =>
    fc
      .integer({ min: first.codePointAt(0) ?? 0, max: last.codePointAt(0) ?? 0 })
      .map((code) => String.fromCodePoint(code)),
  )
  return fc.string({ unit: fc.oneof(...runs), maxLength: 4 })
}

export const rowOf = ({ parts }: Splice): fc.Arbitrary<PartRow> =>
  fc.record(Object.fromEntries(parts.map((part) => [part.name, valueOfPart(part)])))

/** Compares rows column by column, as a table with those key columns orders them. */
export function compareRows(parts: readonly Part[], a: PartRow, b: PartRow): number {
  for (const { name } of parts) {
    const order = compareValues(a[name], b[name])
    if (order !== 0) return order
  }
  return 0
}

export function compareValues(a: PartValue | undefined, b: PartValue | undefined): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0
  return Math.sign(Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))))
}

export const compareKeys = (a: string, b: string): number =>
  Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))
