import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, FieldValue } from '../documents/document.js'
import { NO_MORE } from '../queries/doc-set.js'
import { sampleLayout } from '../queries/testing/sample-index.js'
import { sampleView } from '../queries/testing/sample-segment.js'
import { documentValues, valueKey } from './keys/field-key.js'
import { fieldRuns } from './field-runs.js'
import { compareByKey } from './sort-key.js'

type Name = (typeof names)[number]
const names = ['l', 'b', 'd', 'k'] as const

const VALUES: Readonly<Record<Name, fc.Arbitrary<FieldValue>>> = {
  l: fc.constantFrom(-3n, 0n, 7n, 2n ** 62n, -(2n ** 63n)),
  b: fc.constantFrom(0n, 1n),
  d: fc.constantFrom(-0.5, -0, 0, 2.25, 1e300),
  k: fc.constantFrom('', 'a', 'ab', '沈家', 'z'),
}

function documentOf(name: Name, given: readonly FieldValue[]): Document {
  const field = sampleLayout.fields.get(name)
  if (field === undefined) throw new Error(name)
  const values: (readonly FieldValue[] | undefined)[] = []
  values[field.number] = given.length === 0 ? undefined : given
  return {
    key: Buffer.alloc(0),
    level: { values: Array.from(values), children: [[]] },
    expiresAt: undefined,
  }
}

const asked = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    values: fc.array(fc.option(VALUES[name], { nil: undefined }), { minLength: 1, maxLength: 60 }),
    isDescending: fc.boolean(),
    missingFirst: fc.boolean(),
    start: fc.nat(59),
  }),
)

test('documents are in the order of the field, from a value on', () => {
  fc.assert(
    fc.property(asked, ({ name, values, isDescending, missingFirst, start }) => {
      const documents = values.map((value) => documentOf(name, value === undefined ? [] : [value]))
      const view = sampleView(sampleLayout, 1, documents, () => false)
      const { rows } = view.segment
      const runs = fieldRuns(rows, name, { isDescending, missingFirst, mode: 'MIN' })
      if (runs === undefined) {
        expect(values.every((value) => value === undefined)).toBe(true)
        return
      }
      const key = valueKey({
        isDescending,
        missing: missingFirst ? 'first' : 'last',
        sources: [(level) => documentValues(level.field(name), 'MIN')],
        runsOf: () => undefined,
      })
      const { valueOf } = key.open(view)
      const from = valueOf(start % values.length, 1)
      runs.seek(from)
      const found: number[] = []
      for (let run = runs.next(); run !== undefined; run = runs.next()) {
        for (let at = run.next(); at !== NO_MORE; at = run.next()) found.push(at)
      }
      const expected = [...values.keys()]
        .filter((document) => compareByKey(key, valueOf(document, 1), from) >= 0)
        .sort((a, b) => compareByKey(key, valueOf(a, 1), valueOf(b, 1)) || a - b)
      expect(found).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

const severalTerms = fc.record({
  values: fc.array(fc.uniqueArray(VALUES.k, { maxLength: 3 }), { minLength: 1, maxLength: 60 }),
  isDescending: fc.boolean(),
  missingFirst: fc.boolean(),
  start: fc.nat(59),
})

test('a document with several terms is held by the run of the one that counts', () => {
  fc.assert(
    fc.property(severalTerms, ({ values, isDescending, missingFirst, start }) => {
      const documents = values.map((given) => documentOf('k', given))
      const view = sampleView(sampleLayout, 1, documents, () => false)
      const { rows } = view.segment
      const mode = isDescending ? 'MAX' : 'MIN'
      const runs = fieldRuns(rows, 'k', { isDescending, missingFirst, mode })
      const key = valueKey({
        isDescending,
        missing: missingFirst ? 'first' : 'last',
        sources: [(level) => documentValues(level.field('k'), mode)],
        runsOf: () => undefined,
      })
      const { valueOf } = key.open(view)
      const from = valueOf(start % values.length, 1)
      if (runs === undefined) {
        expect(values.every((given) => given.length === 0)).toBe(true)
        return
      }
      runs.seek(from)
      const found: number[] = []
      for (let run = runs.next(); run !== undefined; run = runs.next()) {
        for (let at = run.next(); at !== NO_MORE; at = run.next()) {
          if (runs.holds?.(at) !== false) found.push(at)
        }
      }
      const expected = [...values.keys()]
        .filter((document) => compareByKey(key, valueOf(document, 1), from) >= 0)
        .sort((a, b) => compareByKey(key, valueOf(a, 1), valueOf(b, 1)) || a - b)
      expect(found).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('where another value counts than the first in the order, there are no runs', () => {
  const view = sampleView(sampleLayout, 1, [documentOf('k', ['a', 'z'])], () => false)
  const order = { isDescending: false, missingFirst: false, mode: 'MAX' } as const
  expect(fieldRuns(view.segment.rows, 'k', order)).toBeUndefined()
})
