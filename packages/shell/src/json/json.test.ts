import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWholeJson, readJson } from './read-json.js'
import { writeJson } from './write-json.js'

test('integers keep all their digits, and doubles stay doubles', () => {
  expect(readJson('[9223372036854775807,1.0,-0.0,1e3]', 'it')).toEqual([
    2n ** 63n - 1n,
    1,
    -0,
    1000,
  ])
  expect(writeJson({ a: 2n ** 63n - 1n, b: undefined })).toBe('{"a":9223372036854775807}')
})

test('values are parsed like by JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
      const value = readJson(json, 'it')
      expect(JSON.parse(writeJson(value, indent))).toEqual(JSON.parse(json))
      expect(isWholeJson(json)).toBe(true)
    }),
  )
})

test.each(['', '{', '{"a"}', '[1,]', '01', '"a', "'a'", '[1]x', '{"a":tru}', '"\u0001"'])(
  '%j is refused',
  (text) => expect(() => readJson(text, '--attr')).toThrow('--attr is no JSON at line 1'),
)

test.each(['', '{', '{"a":[1]', '{"a":"}', '["]"'])('%j goes on', (text) =>
  expect(isWholeJson(text)).toBe(false),
)
