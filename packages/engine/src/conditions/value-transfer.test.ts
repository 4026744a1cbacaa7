import { VariantType, integerOf, stringVariant } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import { compileTransfer } from './value-transfer.js'

const toInteger = compileTransfer({ regex: '(.*)', castType: VariantType.INTEGER })

describe('casts to an integer', () => {
  test.each([
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['+7', 7n],
    ['-0', 0n],
    [`${'0'.repeat(5000)}42`, 42n],
  ])('%s is cast', (text, value) => {
    const cast = toInteger(stringVariant(text))
    expect(cast === undefined ? undefined : integerOf(cast)).toBe(value)
  })

  test.each([
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(5000),
    '',
    '1.5',
    '1e3',
    ' 1',
  ])('%s is not cast', (text) => expect(toInteger(stringVariant(text))).toBeUndefined())
})

describe('an expression that costs much for every character', () => {
  const regex = '.{900}b'
  const transfer = compileTransfer({ regex, castType: undefined })

  test('is refused for a long value, because it would block other requests', () => {
    const length = Math.ceil(engineLimits.REGEX_STEPS_MAX / 900)
    expect(() => transfer(stringVariant(`${'a'.repeat(length)}b`))).toThrow(
      `The regex in value transfer rule is too complex for a value of ${length + 1} characters: '${regex}'.`,
    )
  })

  test('is accepted for a short value', () => {
    expect(transfer(stringVariant(`${'a'.repeat(900)}b`))).toBeDefined()
  })
})

test('a plain expression is accepted for long values', () => {
  const transfer = compileTransfer({ regex: '^key=([0-9]+)', castType: VariantType.INTEGER })
  const cast = transfer(stringVariant(`key=12,${'x'.repeat(50_000)}`))
  expect(cast === undefined ? undefined : integerOf(cast)).toBe(12n)
})

test('the classes of Unicode in an expression are bounded, because each takes long to compile', () => {
  const classes = (count: number): string => '\\pL'.repeat(count)
  const { REGEX_UNICODE_CLASSES_MAX: most } = engineLimits
  const compile = (regex: string) => compileTransfer({ regex, castType: undefined })
  expect(compile(classes(most))(stringVariant('abcd'))).toEqual(stringVariant('abcd'))
  expect(() => compile(classes(most + 1))).toThrow('Invalid regex in value transfer rule')
})
