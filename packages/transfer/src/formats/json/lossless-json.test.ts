import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonReader, JsonText } from './lossless-json.js'
import { readObject } from './read-object.js'
import { jsonValue } from './write-object.js'

test('integers are exact, and doubles stay doubles', () => {
  const { values } = new JsonReader('{"a":9223372036854775807,"b":1.0,"c":-0.0,"d":1e3}').object()
  expect(values).toEqual([2n ** 63n - 1n, 1, -0, 1000])
})

test.each(['', '{', '{"a"}', '{"a":01}', '{"a":1}x', '{"a":tru}', '{"a":"b}', '{"a":[1}', '[1]'])(
  '%j is not an object',
  (text) => expect(() => new JsonReader(text).object()).toThrow('no JSON'),
)

test('texts are parsed like by JSON.parse', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (object) => {
      const { names, values } = new JsonReader(JSON.stringify(object)).object()
      expect(names).toEqual(Object.keys(object))
      expect(values).toEqual(Object.values(object))
    }),
  )
})

test('arrays and objects are kept as their text', () => {
  const { values } = new JsonReader('{"a":[1,"]"],"b":{"c":{}}}').object()
  expect(values).toEqual([new JsonText('[1,"]"]'), new JsonText('{"c":{}}')])
})

test('written values are read unchanged', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
  )
  fc.assert(
    fc.property(value, (written) => {
      const [read] = readObject(`{"v":${jsonValue(written)}}`).values
      const isBytes = written instanceof Uint8Array && read instanceof Uint8Array
      if (isBytes) expect(Buffer.compare(written, read)).toBe(0)
      else expect(read).toBe(written)
    }),
  )
})
