import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfPrefix, reverseCharacters } from './prefix-range.js'

it('the range of a prefix has exactly the terms with the prefix', () => {
  const bytes = fc
    .array(fc.constantFrom(0, 1, 0xfe, 0xff), { maxLength: 4 })
    .map((list) => Buffer.from(list))
  fc.assert(
    fc.property(bytes, bytes, (prefix, term) => {
      const end = endOfPrefix(prefix)
      const isInRange =
        Buffer.compare(term, prefix) >= 0 && (end === undefined || Buffer.compare(term, end) < 0)
      expect(isInRange).toBe(term.subarray(0, prefix.length).equals(prefix))
    }),
  )
})

it('reverses characters, not code units', () => {
  expect(reverseCharacters('a𠮷b')).toBe('b𠮷a')
})
