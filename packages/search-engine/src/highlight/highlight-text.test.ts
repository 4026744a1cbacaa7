import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runCaseFile } from '../testing/cases/run-case-file.js'
import { type Hit, type HighlightOptions, highlightText } from './highlight-text.js'

const DEFAULTS: HighlightOptions = {
  fragmentSize: 100,
  numberOfFragments: 1,
  preTag: '<em>',
  postTag: '</em>',
  order: 'TEXT_SEQUENCE',
  encoder: 'PLAIN',
}

const hitsOf = (text: string, words: readonly string[]): Hit[] =>
  words.flatMap((word, term) => {
    const hits: Hit[] = []
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
      hits.push({ start: at, end: at + word.length, term, weight: 1 })
    return hits
  })

/** Runs a text, the words to find and the options, all in JSON. */
const run = ([text = '', words = '', options = '{}']: readonly string[]): string => {
  const plain = String(JSON.parse(text))
  const wanted: unknown = JSON.parse(words)
  const given: unknown = JSON.parse(options)
  if (!Array.isArray(wanted) || typeof given !== 'object') throw new Error(words)
  const fragments = highlightText(plain, hitsOf(plain, wanted.map(String)), {
    ...DEFAULTS,
    ...given,
  })
  return fragments.length === 0
    ? '(none)'
    : fragments.map((part) => JSON.stringify(part)).join('\n')
}

it('fragments are as in the cases', () => runCaseFile('highlight.txt', run))

it('fragments are parts of the text, at most half longer than requested, with whole hits in tags', () => {
  const unit = fc.constantFrom('a', 'b', ' ', '中', '𠮷')
  const size = fc.integer({ min: 1, max: 30 })
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 120 }), size, (text, fragmentSize) => {
      const options = {
        ...DEFAULTS,
        fragmentSize,
        numberOfFragments: 1000,
        preTag: '<',
        postTag: '>',
      }
      const hits = hitsOf(text, ['ab', '中'])
      let from = 0
      for (const fragment of highlightText(text, hits, options)) {
        const plain = fragment.replaceAll(/[<>]/g, '')
        const at = text.indexOf(plain, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + plain.length
        expect(plain.length).toBeLessThanOrEqual(fragmentSize * 1.5 + 1)
        expect(plain).not.toMatch(/\p{Cs}/u)
        expect(fragment).toMatch(/<(ab|中)>/)
        expect(fragment.replaceAll(/<(ab|中)>/g, '')).not.toMatch(/[<>]/)
      }
      if (fragmentSize >= 4) {
        const marked = highlightText(text, hits, options).join('').split('<').length - 1
        expect(marked).toBe(hits.length)
      }
    }),
    { numRuns: 500 },
  )
})

it('a long text with distant hits is not walked once for each hit', () => {
  const text = `${'x'.repeat(999_990)}needle ${'y'.repeat(1_000_000)}needle`
  const options = { ...DEFAULTS, numberOfFragments: 500 }
  const fragments = highlightText(text, hitsOf(text, ['needle']), options)
  expect(fragments.map((part) => part.includes('<em>needle</em>'))).toEqual([true, true])
})
