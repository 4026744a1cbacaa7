import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteWord, splitWords } from './split-words.js'

test.each([
  ['put --pk \'["86",6771]\'', ['put', '--pk', '["86",6771]']],
  ['  a\tb  ', ['a', 'b']],
  ['', []],
  [String.raw`import -i D:\\d\\f.json`, ['import', '-i', String.raw`D:\d\f.json`]],
  [
    String.raw`put --attr='[{"c":"a","v":"\"x\""}]'`,
    ['put', String.raw`--attr=[{"c":"a","v":"\"x\""}]`],
  ],
  [String.raw`say "a \"b\" \n"`, ['say', String.raw`a "b" \n`]],
  ['say \'\' ""', ['say', '', '']],
  [String.raw`say 'it'\''s'`, ['say', "it's"]],
])('%s', (line, words) => expect(splitWords(line)).toEqual({ words, isOpen: false }))

test.each(["put '[", 'put "a', String.raw`put a\ `.trimEnd()])('%s goes on', (line) =>
  expect(splitWords(line).isOpen).toBe(true),
)

test('quoted words are split into themselves', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
      const line = words.map(quoteWord).join(' ')
      expect(splitWords(line)).toEqual({ words, isOpen: false })
    }),
  )
})

test('JSON in single quotes is kept as it is', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      fc.pre(!json.includes("'"))
      expect(splitWords(`put '${json}'`).words).toEqual(['put', json])
    }),
  )
})
