import { type Analyzer, queryTokensOf } from './analyzer.js'
import { isPair } from './characters.js'
import type { ChineseWords } from './chinese-words.js'
import { foldCase } from './fold-case.js'
import { walkRuns } from './runs.js'
import { type Tokens, addToken, clearTokens, createTokens } from './tokens.js'

/**
 * All words of the dictionary, overlapping, the longer first where several begin; and the characters
 * that the word before, in this order, leaves uncovered. The service's example has such a one: a token 国
 * behind 共和国 and 共和.
 */
export const createMaxWordAnalyzer = (words: ChineseWords): Analyzer => {
  const rules = {
    delimitWord: false,
    onToken: addNext,
    onHan: (tokens: Tokens, start: number, end: number): void =>
      addWords(words, tokens, start, end),
  }
  const analyze = (text: string, tokens: Tokens): void => {
    clearTokens(tokens, foldCase(text))
    walkRuns(tokens, rules)
  }
  const analyzeQuery = (text: string) => {
    const tokens = createTokens()
    analyze(text, tokens)
    return queryTokensOf(tokens)
  }
  return { analyze, analyzeQuery }
}

const addNext = (tokens: Tokens, start: number, end: number): void =>
  addToken(tokens, start, end, tokens.count)

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
