import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GateValue, GateJsonError, readGateJson, writeGateJson } from './gate-json.js'

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double().map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 40 }),
)

const names = fc.string().filter((name) => !name.startsWith('$') && name !== '__proto__')

const anything = fc.letrec<{ value: GateValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(names, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value

test('what is written is read again', () => {
  fc.assert(
    fc.property(anything, (value) => {
      expect(readGateJson(writeGateJson(value))).toEqual(value)
    }),
  )
})

test('members that are undefined are left out', () => {
  expect(writeGateJson({ a: undefined, b: 1n })).toBe('{"b":{"$integer":"1"}}')
})

test.each(['{"$integer":1}', '{"$integer":"1.5"}', '{"$binary":"?"}', '{"$double":"1"}', '{', ''])(
  '%s is refused',
  (text) => {
    expect(() => readGateJson(text)).toThrow(GateJsonError)
  },
)
