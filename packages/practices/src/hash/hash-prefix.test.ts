import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHashPrefix } from './hash-prefix.js'

const hash = createHashPrefix()

describe('the prefixes of the manual', () => {
  const printed = [
    ['200001', 'ddba'],
    ['200002', 'db6e'],
    ['200003', 'a5a9'],
    ['200004', '2e38'],
    ['200005', 'c335'],
  ] as const

  test.each(printed)('%s: the manual hashed it with a line break', (number, prefix) =>
    expect(hash.prefixOf(`${number}\n`)).toBe(prefix),
  )

  test('without the line break they differ', () =>
    expect(printed.map(([number]) => hash.prefixOf(number))).toEqual([
      'ee8f',
      '7db8',
      '5c74',
      '797e',
      'a210',
    ]))
})

test('the prefix can be removed again', () => {
  const designs = fc.record({
    algorithm: fc.constantFrom('md5', 'sha1', 'sha256'),
    length: fc.integer({ min: 1, max: 8 }),
  })
  fc.assert(
    fc.property(designs, fc.string({ unit: 'binary', maxLength: 200 }), (design, value) => {
      const made = createHashPrefix(design)
      const key = made.add(value)
      expect(made.remove(key)).toBe(value)
      expect(key).toMatch(/^[0-9a-f]+/)
      expect(key.length).toBe(value.length + design.length)
    }),
  )
})

test('invalid keys and designs are refused', () => {
  expect(() => hash.remove('0000200001')).toThrow('has not the prefix of its value')
  expect(() => hash.add('x'.repeat(1021))).toThrow('a key column takes 1024')
  expect(() => createHashPrefix({ algorithm: 'none', length: 4 })).toThrow('no hash')
  expect(() => createHashPrefix({ algorithm: 'md5', length: 0 })).toThrow('1 to 8 digits')
})

test('the cost of ranges is described', () => expect(hash.loses).toContain('all 65536 prefixes'))
