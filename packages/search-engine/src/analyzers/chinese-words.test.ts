import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type ChineseWords, eachWordBy, loadChineseWords } from './chinese-words.js'

let words: ChineseWords
beforeAll(async () => {
  words = await loadChineseWords()
})

const wordsOf = (source: ChineseWords, text: string): string[] => {
  const found: string[] = []
  source.eachWord(text, 0, text.length, (start, end) =>
    found.push(`${start}:${text.slice(start, end)}`),
  )
  return found
}

it('returns the position of each word', () => {
  expect(wordsOf(words, '人民共和国')).toEqual(['0:人民', '0:人民共和国', '2:共和', '2:共和国'])
})

/** A dictionary of some words that, unlike a real one, lacks some single characters. */
const dictionary = ['哈', '哈哈', '哈哈哈', '花', '花茶', '茶花茶', '茶花', '𠮷花']
const cutAll = (part: string): string[] => {
  const found: string[] = []
  for (let at = 0; at < part.length; at += (part.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1) {
    const here = dictionary.filter((word) => part.startsWith(word, at))
    found.push(
      ...(here.length > 0 ? here.toSorted((a, b) => a.length - b.length) : [part[at] ?? '']),
    )
  }
  return found
}

it('finds the same words as a naive search, also across parts of a long run', () => {
  const character = fc.constantFrom('哈', '花', '茶', '𠮷', '梨')
  fc.assert(
    fc.property(
      fc.string({ unit: character, minLength: 1, maxLength: 30 }),
      fc.nat(3),
      (text, more) => {
        const long = more === 0 ? text.repeat(Math.ceil(5000 / text.length)) : text
        const expected: string[] = []
        for (let at = 0; at < long.length; at++)
          for (const word of dictionary.toSorted((a, b) => a.length - b.length))
            if (word.length > 1 && long.startsWith(word, at)) expected.push(`${at}:${word}`)
        const eachWord: ChineseWords['eachWord'] = (...run) => eachWordBy(cutAll, ...run)
        expect(wordsOf({ eachWord }, long)).toEqual(expected)
      },
    ),
    { numRuns: 200 },
  )
})
