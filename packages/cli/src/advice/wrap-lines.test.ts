import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapLines } from './wrap-lines.js'

test('long lines go on further in, short ones stay', () => {
  const text =
    'good  bar\n        one value has most of the rows, and one partition has to take it\n'
  expect(wrapLines(text, 40)).toBe(
    [
      'good  bar',
      '        one value has most of the rows,',
      '          and one partition has to take',
      '          it',
      '',
    ].join('\n'),
  )
  expect(wrapLines(text, 80)).toBe(text)
})

test('no word is lost, and only a word of its own is wider than the terminal', () => {
  const word = fc.string({ unit: fc.constantFrom('a', '█', '-'), minLength: 1, maxLength: 30 })
  const line = fc.record({ words: fc.array(word), indent: fc.nat({ max: 8 }) })
  fc.assert(
    fc.property(line, fc.integer({ min: 10, max: 60 }), ({ words, indent }, columns) => {
      const whole = ' '.repeat(indent) + words.join(' ')
      const wrapped = wrapLines(whole, columns)
      expect(wrapped.split(/\s+/).join(' ').trim()).toBe(words.join(' '))
      for (const part of wrapped.split('\n'))
        if (part.length > Math.max(columns, indent + 22)) expect(part.trim()).not.toContain(' ')
    }),
  )
})
