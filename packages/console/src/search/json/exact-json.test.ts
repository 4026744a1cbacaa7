import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Data } from '../forms/form.js'
import { JsonFault, inOneLine, readExactJson, writeExactJson } from './exact-json.js'

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  fc.boolean(),
)

const anything = fc.letrec<{ data: Data }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('data'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('data'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).data

test('what is written is read again, in one line and in many', () => {
  fc.assert(
    fc.property(anything, (data) => {
      expect(readExactJson(writeExactJson(data)).data).toEqual(data)
      expect(readExactJson(inOneLine(data)).data).toEqual(data)
    }),
  )
})

test('whole numbers are exact, others have a fraction', () => {
  expect(readExactJson('[9007199254740993, 5.0, 1e3]').data).toEqual([9007199254740993n, 5, 1000])
  expect(writeExactJson([9007199254740993n, 5, 1e300])).toBe('[9007199254740993, 5.0, 1e+300]')
})

test('the place of a value is known', () => {
  const text = '{ "a": [1, {"b": "x"}] }'
  const { places } = readExactJson(text)
  const { from = 0, to = 0 } = places.get('a/1/b') ?? {}
  expect(text.slice(from, to)).toBe('"x"')
})

test.each([
  ['{', 1],
  ['{"a" 1}', 5],
  ['[1 2]', 3],
  ['[tru]', 1],
  ['["a]', 1],
  ['[1] 2', 4],
  ['[01]', 1],
])('%s is refused at %i', (text, at) => {
  try {
    readExactJson(text)
    expect.unreachable()
  } catch (error) {
    expect(error instanceof JsonFault && error.at).toBe(at)
  }
})
