import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileWildcard } from './compile-wildcard.js'

const encoder = new TextEncoder()

const matchesBoth = (pattern: string, text: string): boolean => {
  const wildcard = compileWildcard(pattern)
  const bytes = encoder.encode(`<${text}>`)
  const asText = wildcard.matches(text)
  expect(wildcard.matchesBytes(bytes, 1, bytes.length - 1), `bytes of ${text}`).toBe(asText)
  return asText
}

it.each([
  ['t*', 'this', true],
  ['t*', 't', true],
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['?', '杭', true],
  ['?', '𠮷', true],
  ['?', '', false],
  ['??', '𠮷', false],
  ['*州?', '杭州市', true],
  ['*?', '', false],
  ['a*a', 'a', false],
  ['a*b*c', 'abc', true],
  ['a*bc*c', 'abc', false],
  ['*abab*', 'aabaabab', true],
  ['\\*', '\\x', true],
  ['.*', 'ab', false],
  ['沈家*', '沈家门', true],
])('%s and %s', (pattern, text, expected) => expect(matchesBoth(pattern, text)).toBe(expected))

it('agrees with a regular expression', () => {
  const character = fc.constantFrom('a', 'b', '州', '𠮷', 'é')
  const pattern = fc.string({ unit: fc.oneof(character, fc.constantFrom('*', '?')), maxLength: 8 })
  fc.assert(
    fc.property(pattern, fc.string({ unit: character, maxLength: 10 }), (wildcard, text) => {
      const source = wildcard.replaceAll('*', '.*').replaceAll('?', '.')
      expect(matchesBoth(wildcard, text)).toBe(new RegExp(`^${source}$`, 'su').test(text))
    }),
    { numRuns: 3000 },
  )
})

it('extracts the prefix and literals that a dictionary can use', () => {
  expect(compileWildcard('ab*c?de')).toMatchObject({ prefix: 'ab', suffix: 'de', isExact: false })
  expect(compileWildcard('*ab?c*').literals).toEqual(['ab', 'c'])
  expect(compileWildcard('abc')).toMatchObject({ prefix: 'abc', suffix: 'abc', isExact: true })
  expect(compileWildcard('abc*').isPrefix).toBe(true)
  expect(compileWildcard('a*c*').isPrefix).toBe(false)
  expect(compileWildcard('a?*').isPrefix).toBe(false)
})

it('no pattern takes exponential time', () => {
  const text = 'a'.repeat(4096)
  expect(matchesBoth(`${'*a'.repeat(15)}b`, text)).toBe(false)
  expect(matchesBoth(`${'a?*'.repeat(10)}a`, text)).toBe(true)
})
