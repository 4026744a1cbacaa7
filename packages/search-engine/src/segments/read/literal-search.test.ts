import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitSetOver, countBits } from '../../bits/bit-set.js'
import { DictionaryWriter, SEAM_BYTES } from '../format/dictionary-writer.js'
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

const found = (
  dictionary: PackedDictionary,
  literal: Uint8Array,
  from = 0,
  to = dictionary.size,
): number[] => {
  const ordinals: number[] = []
  dictionary.eachWith(
    literal,
    from,
    to,
    (ordinal) => ordinals.push(ordinal),
    () => undefined,
  )
  return ordinals
}

test('finds all terms that contain the bytes', () => {
  const wanted = fc.record({
    terms: fc.array(term, { maxLength: 200, size: 'max' }),
    literal: fc.string({ unit, minLength: 1, maxLength: 8 }),
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
      const expected = [...terms.keys()]
        .slice(from, to)
        .filter((ordinal) => terms[ordinal]?.includes(bytes))
      expect(found(dictionary, bytes, from, to)).toEqual(expected)
      expect(dictionary.termsToRead(bytes, 0, terms.length)).toBeGreaterThanOrEqual(expected.length)
      for (const [ordinal, one] of terms.entries()) expect(dictionary.find(one)).toBe(ordinal)
    }),
    { numRuns: 400 },
  )
})

test('reads terms in any order', () => {
  const asked = fc.record({
    terms: fc.array(term, { minLength: 1, maxLength: 100, size: 'max' }),
    places: fc.array(fc.nat(99), { maxLength: 50 }),
  })
  fc.assert(
    fc.property(asked, ({ terms: texts, places }) => {
      const terms = sorted(texts)
      const dictionary = dictionaryOf(terms)
      for (const place of places.map((any) => any % terms.length))
        expect(Buffer.from(dictionary.term(place))).toEqual(terms[place])
      const read: Buffer[] = []
      dictionary.scan(0, terms.length, (_, bytes) => read.push(Buffer.from(bytes)) > 0)
      expect(read).toEqual(terms)
    }),
  )
})

test.each(['777', '77', '7777', '7'])('finds %s in many terms', (literal) => {
  const numbers = Array.from({ length: 20_000 }, (_, number) => String(number * 7919))
  const terms = sorted(numbers)
  const expected = [...terms.keys()].filter((ordinal) => terms[ordinal]?.includes(literal))
  for (const grams of [undefined, gramsOf])
    expect(found(dictionaryOf(terms, grams), Buffer.from(literal))).toEqual(expected)
})

test('blocks without the bytes are not read', () => {
  const texts = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(5, '0'))
  const terms = sorted([...texts, '05000 needle'])
  for (const literal of ['needle', 'ne', ' need']) {
    let blocks = 0
    const countBlock = (): number => (blocks += 1)
    dictionaryOf(terms).eachWith(Buffer.from(literal), 0, terms.length, () => undefined, countBlock)
    expect(blocks).toBeLessThanOrEqual(2)
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
