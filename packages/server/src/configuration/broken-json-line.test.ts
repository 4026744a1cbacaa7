import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenJsonLine } from './broken-json-line.js'

test.each([
  ['a comma too many', '{\n  "port": 1,\n}\n', 3],
  ['a comma too few', '{\n  "port": 1\n  "host": "x"\n}', 3],
  ['no quotes', '{\n\n"host": localhost }', 3],
  ['a comment', '{\n  "a": [1, 2],\n  // why\n  "b": {} }', 3],
  ['an end too early', '{\n  "a": {\n    "b": 1\n  }\n\n', 4],
  ['two values', '{}\n{}', 2],
  ['the wrong bracket', '{ "a": [1\n} }', 2],
  ['a string over two lines', '{ "a":\n"b\nc" }', 2],
  ['nothing', '', 1],
])('%s', (_what, text, line) => {
  expect(isJson(text)).toBe(false)
  expect(brokenJsonLine(text)).toBe(line)
})

test('text that JSON.parse reads has no broken line, and all other text has one', () => {
  const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '1', '\n'))
  fc.assert(
    fc.property(cut, ([json, at, put]) => {
      expect(brokenJsonLine(json)).toBeUndefined()
      const place = at % (json.length + 1)
      const text = json.slice(0, place) + put + json.slice(place + 1)
      expect(brokenJsonLine(text) === undefined).toBe(isJson(text))
    }),
  )
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
