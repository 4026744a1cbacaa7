import type { Analyzer } from './analyzer.js'
import { isPair } from './characters.js'
import type { ChineseWords } from './chinese-words.js'
import { createHanAnalyzer } from './han-analyzer.js'
import type { Tokens } from './tokens.js'
import { addNext } from './walking-analyzer.js'

/**
 * Makes tokens of all words of the dictionary, which may overlap; of words with one beginning the longer
 * comes first. Characters between the end of one word, in this order, and the beginning of the next are
 * tokens too: the service's example has a token 国 after 共和国 and 共和.
 */
export const createMaxWordAnalyzer = (words: ChineseWords): Analyzer =>
  createHanAnalyzer((tokens, start, end) => addWords(words, tokens, start, end))

const addWords = (words: ChineseWords, tokens: Tokens, start: number, end: number): void => {
  let covered = start
  let begin = start
  const ends: number[] = []
  const flush = (): void => {
    addSingles(tokens, covered, begin)
    for (let word = ends.pop(); word !== undefined; word = ends.pop()) {
      addNext(tokens, begin, word)
      covered = word
    }
  }
  words.eachWord(tokens.text, start, end, (from, to) => {
    if (from !== begin) {
      if (ends.length > 0) flush()
      begin = from
    }
    ends.push(to)
  })
  if (ends.length > 0) flush()
  addSingles(tokens, covered, end)
}

const addSingles = (tokens: Tokens, start: number, end: number): void => {
  let index = start
  while (index < end) {
    const next = index + (isPair(tokens.text, index) ? 2 : 1)
    addNext(tokens, index, next)
    index = next
  }
}
