import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_MORE } from '../queries/doc-set.js'
import type { FieldReader, PostingsCursor, TermDictionary } from './field-reader.js'
import type { Level } from './level.js'
import type { Document } from '../documents/document.js'
import type { IndexLayout } from '../schema/index-layout.js'
import { type OpenSegment, openSegment } from './read/open-segment.js'
import { buildSegment, segmentOf } from './testing/build-segment.js'
import { piecewiseSource } from './testing/piecewise-source.js'
import { plainBytes } from './testing/plain-level.js'
import { randomDocuments } from './testing/random-documents.js'
import { type RandomNumbers, createRandomNumbers } from './testing/random-numbers.js'
import { randomLevel, testField, testLayout } from './testing/test-layout.js'

const runOf = fc.record({ seed: fc.nat(), count: fc.integer({ min: 1, max: 700 }) })

/** In memory, or read in pieces. */
const eitherOf = (
  random: RandomNumbers,
  layout: IndexLayout,
  documents: readonly Document[],
): OpenSegment =>
  random.chance(0.5)
    ? segmentOf(layout, documents)
    : openSegment(1, piecewiseSource(buildSegment(layout, documents)))

const fieldsOf = (level: Level, names: Iterable<string>): FieldReader[] =>
  [...names].flatMap((name) => level.field(name) ?? [])

const walk = (cursor: PostingsCursor): number[] => {
  const documents: number[] = []
  while (cursor.next() !== NO_MORE) documents.push(cursor.document)
  return documents
}

it('finds every key, and no other', () => {
  fc.assert(
    fc.property(runOf, ({ seed, count }) => {
      const random = createRandomNumbers(seed)
      const rows = { path: '', parent: undefined, fields: [], children: [] }
      const layout = testLayout(rows, [{ kind: 'primaryKey', isDescending: random.chance(0.5) }])
      const documents = randomDocuments(random, layout, count)
      const segment = eitherOf(random, layout, documents)
      const keys = new Set(documents.map(({ key }) => key.toString()))
      expect(segment.rows.documents).toBe(keys.size)
      for (const key of keys) {
        const document = segment.find(Buffer.from(key))
        expect(Buffer.from(segment.key(document)).toString()).toBe(key)
        const near = `${key}0`
        if (!keys.has(near)) expect(segment.find(Buffer.from(near))).toBe(-1)
      }
    }),
  )
})

const checkDictionary = (dictionary: TermDictionary, random: RandomNumbers): void => {
  const terms: string[] = []
  dictionary.scan(0, dictionary.size, (ordinal, term) => {
    expect(ordinal).toBe(terms.length)
    terms.push(plainBytes(term))
    return true
  })
  for (let look = 0; look < 30; look++) {
    const ordinal = random.below(terms.length)
    const term = terms[ordinal] ?? ''
    expect(plainBytes(dictionary.term(ordinal))).toBe(term)
    expect(dictionary.find(Buffer.from(term, 'hex'))).toBe(ordinal)
    const changes = [`${term}00`, term.slice(0, -2), `${term.slice(0, -2)}ff`, '', 'ff']
    const other = random.pick(['7a', ...changes])
    const bytes = Buffer.from(other, 'hex')
    expect(dictionary.find(bytes)).toBe(terms.indexOf(other))
    expect(dictionary.lowerBound(bytes)).toBe(terms.filter((known) => known < other).length)
    const from = random.below(terms.length + 1)
    const scanned: string[] = []
    dictionary.scan(from, from + 3, (number, found) => {
      scanned.push(plainBytes(found))
      dictionary.lowerBound(bytes)
      return number < from + 1
    })
    expect(scanned).toEqual(terms.slice(from, Math.min(from + 2, terms.length)))
  }
}

it('looks terms up by value, by a bound and by number', () => {
  fc.assert(
    fc.property(runOf, ({ seed, count }) => {
      const random = createRandomNumbers(seed)
      const layout = testLayout(randomLevel(random, '', undefined, 0))
      const { rows } = eitherOf(random, layout, randomDocuments(random, layout, count))
      for (const field of fieldsOf(rows, layout.fields.keys()))
        if ((field.kind === 'terms' || field.kind === 'text') && field.terms.size > 0)
          checkDictionary(field.terms, random)
    }),
    { numRuns: 40 },
  )
})

const needs = { frequencies: true, positions: true }

/** Takes random steps and leaps, and compares them with a walk over all documents. */
const checkCursor = (
  open: () => PostingsCursor,
  documents: readonly number[],
  random: RandomNumbers,
): void => {
  const whole = open()
  const seen = new Map<number, string>()
  const list = { values: new Uint32Array(1) }
  const positionsOf = (cursor: PostingsCursor): string => {
    const count = cursor.positions(list)
    return list.values.subarray(0, count).join()
  }
  while (whole.next() !== NO_MORE) seen.set(whole.document, positionsOf(whole))
  const cursor = open()
  const reach = random.pick([3, 50, 2000])
  while (cursor.document !== NO_MORE) {
    const target = cursor.document + 1 + random.below(reach)
    const isLeap = random.chance(0.7)
    const expected = documents.find((number) =>
      isLeap ? number >= target : number > cursor.document,
    )
    expect(isLeap ? cursor.advance(target) : cursor.next()).toBe(expected ?? NO_MORE)
    if (cursor.document !== NO_MORE && random.chance(0.5))
      expect(positionsOf(cursor)).toBe(seen.get(cursor.document))
  }
}

it('walks over posting lists by steps and by leaps', () => {
  const leapsOf = fc.record({ seed: fc.nat(), count: fc.integer({ min: 1, max: 3000 }) })
  const fields = [testField('KEYWORD', 'k', '', 0), testField('TEXT', 't', '', 1)]
  const layout = testLayout({ path: '', parent: undefined, fields, children: [] })
  fc.assert(
    fc.property(leapsOf, ({ seed, count }) => {
      const random = createRandomNumbers(seed)
      const { rows } = eitherOf(random, layout, randomDocuments(random, layout, count))
      for (const field of fieldsOf(rows, ['k', 't'])) {
        if (field.kind !== 'terms' && field.kind !== 'text') continue
        for (let look = 0; look < Math.min(field.terms.size, 8); look++) {
          const ordinal = random.below(field.terms.size)
          const documents = walk(field.postings.cursor(ordinal, needs))
          expect(field.postings.documentFrequency(ordinal)).toBe(documents.length)
          expect(field.postings.cursor(ordinal, needs).cost).toBe(documents.length)
          checkCursor(() => field.postings.cursor(ordinal, needs), documents, random)
          const bits = new Uint32Array(Math.ceil(rows.documents / 32))
          field.postings.addTo(ordinal, bits)
          const set = documents.filter((number) => (bits[number >>> 5] ?? 0) & (1 << (number & 31)))
          expect(set).toEqual(documents)
          const without = field.postings.cursor(ordinal, { frequencies: false, positions: false })
          without.next()
          expect(without.frequency()).toBe(1)
        }
      }
    }),
    { numRuns: 40 },
  )
})

it('finds the points of a box', () => {
  const layout = testLayout({
    path: '',
    parent: undefined,
    fields: [testField('GEO_POINT', 'g', '', 0)],
    children: [],
  })
  fc.assert(
    fc.property(runOf, ({ seed, count }) => {
      const random = createRandomNumbers(seed)
      const { rows } = eitherOf(random, layout, randomDocuments(random, layout, count * 4))
      const field = rows.field('g')
      if (field?.kind !== 'geo') return
      const all: string[] = []
      const whole = [-(2 ** 31), 2 ** 31 - 1, -(2 ** 31), 2 ** 31 - 1] as const
      field.tree.box(...whole, (...point) => all.push(point.join()))
      expect(all.length).toBe(field.column.starts?.at(-1) ?? field.documentsWithValue)
      for (let look = 0; look < 10; look++) {
        const edges = Array.from({ length: 4 }, () => random.below(2 ** 32) - 2 ** 31)
        const [a = 0, b = 0, c = 0, d = 0] = edges
        const box = [Math.min(a, b), Math.max(a, b), Math.min(c, d), Math.max(c, d)] as const
        const found: string[] = []
        field.tree.box(...box, (...point) => found.push(point.join()))
        const expected = all.filter((point) => {
          const [, lat = 0, lon = 0] = point.split(',').map(Number)
          return lat >= box[0] && lat <= box[1] && lon >= box[2] && lon <= box[3]
        })
        expect(found.toSorted()).toEqual(expected.toSorted())
      }
    }),
    { numRuns: 50 },
  )
})
