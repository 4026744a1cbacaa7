import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitSetOver, countBits } from '../../bits/bit-set.js'
import { DictionaryWriter, SEAM_BYTES, TERMS_PER_BLOCK } from '../format/dictionary-writer.js'
import { groupsWith, makeGrams, openGrams } from './block-grams.js'
import { type GramsOf, PackedDictionary } from './packed-dictionary.js'

const gramsOf: GramsOf = (blocks, offsets) => openGrams(makeGrams(blocks, offsets), offsets.length)

const dictionaryOf = (terms: readonly Buffer[], grams?: GramsOf): PackedDictionary => {
  const writer = new DictionaryWriter(SEAM_BYTES)
  for (const term of terms) writer.add(term, 0, term.length)
  const { terms: blocks, offsets } = writer.sections()
  return new PackedDictionary(terms.length, blocks, offsets, grams)
}

const sorted = (terms: Iterable<string>): Buffer[] =>
  [...new Set(terms)].map((term) => Buffer.from(term, 'latin1')).toSorted(Buffer.compare)

/** Few letters, so that prefixes are shared and repeated; \x01 and \x02 look like lengths. */
const unit = fc.constantFrom('a', 'b', '\x01', '\x02', 'é')
const term = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit, minLength: 126, maxLength: 300 }) },
)

test('finds all terms that contain the bytes', () => {
  const wanted = fc.record({
    terms: fc.array(term, { maxLength: 200, size: 'max' }),
    literal: fc.string({ unit, maxLength: 8 }),
    from: fc.nat(40),
    behind: fc.nat(40),
    grams: fc.constantFrom(undefined, gramsOf),
  })
  fc.assert(
    fc.property(wanted, ({ terms: texts, literal, from, behind, grams }) => {
      const terms = sorted(texts)
      const dictionary = dictionaryOf(terms, grams)
      const to = Math.max(from, terms.length - behind)
      const bytes = Buffer.from(literal, 'latin1')
      const found: number[] = []
      const visit = (ordinal: number, bytesOf: Uint8Array): boolean => {
        expect(Buffer.compare(bytesOf, terms[ordinal] ?? Buffer.alloc(0))).toBe(0)
        if (Buffer.from(bytesOf).includes(bytes)) found.push(ordinal)
        return true
      }
      dictionary.scan(from, to, visit, bytes)
      const expected = [...terms.keys()].slice(from, to)
      expect(found).toEqual(expected.filter((ordinal) => terms[ordinal]?.includes(bytes)))
      for (const [ordinal, one] of terms.entries()) expect(dictionary.find(one)).toBe(ordinal)
    }),
    { numRuns: 400 },
  )
})

test.each(['777', '77', '7777'])('finds %s in many terms', (literal) => {
  const numbers = Array.from({ length: 20_000 }, (_, number) => String(number * 7919))
  const terms = sorted(numbers)
  for (const grams of [undefined, gramsOf]) {
    let count = 0
    dictionaryOf(terms, grams).scan(
      0,
      terms.length,
      (_, bytes) => {
        if (Buffer.from(bytes).includes(literal)) count++
        return true
      },
      Buffer.from(literal),
    )
    expect(count).toBe(numbers.filter((text) => text.includes(literal)).length)
  }
})

test('blocks without the bytes are not read', () => {
  const texts = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(5, '0'))
  const terms = sorted([...texts, '05000 needle'])
  for (const literal of ['needle', 'ne', ' need']) {
    let visited = 0
    const count = (): boolean => {
      visited++
      return true
    }
    dictionaryOf(terms).scan(0, terms.length, count, Buffer.from(literal))
    expect(visited).toBe(TERMS_PER_BLOCK)
  }
})

test('rare grams exclude most groups of blocks', () => {
  const texts = Array.from({ length: 20_000 }, (_, number) => (number * 7_919).toString(36))
  const writer = new DictionaryWriter(SEAM_BYTES)
  for (const term of sorted([...texts, 'some needle'])) writer.add(term, 0, term.length)
  const { terms, offsets } = writer.sections()
  let looks = 0
  const grams = openGrams(
    makeGrams(terms, offsets, () => (looks += 1)),
    offsets.length,
  )
  expect(looks).toBe(Math.ceil(grams.groups / 32))
  const few = groupsWith(grams, Buffer.from('needle')) ?? new Uint32Array(0)
  const count = countBits(bitSetOver(few, grams.groups))
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(grams.groups / 8)
  expect(groupsWith(grams, Buffer.from('ne'))).toBeUndefined()
  expect(grams.rows.byteLength).toBeLessThan(terms.length / 2)
})
