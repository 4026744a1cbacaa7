import { type Analyzer, queryTokensOf } from './analyzer.js'
import { asciiRuns } from './ascii-words.js'
import { foldCase } from './fold-case.js'
import { type RunRules, walkRuns } from './runs.js'
import { type Tokens, addToken, clearTokens, createTokens } from './tokens.js'

/** Cuts texts and queries run by run, in the same way. Tokens have consecutive positions. */
export const createWalkingAnalyzer = (rules: RunRules, isCaseSensitive = false): Analyzer => {
  const analyze = (text: string, tokens: Tokens): void => {
    clearTokens(tokens, isCaseSensitive ? text : foldCase(text))
    walkRuns(tokens, rules)
  }
  const analyzeQuery = (text: string) => {
    const tokens = createTokens()
    analyze(text, tokens)
    return queryTokensOf(tokens)
  }
  return { analyze, analyzeQuery, asciiWords: asciiRuns(rules.delimitWord, isCaseSensitive) }
}

/** Adds a token with the next position. */
export const addNext = (tokens: Tokens, start: number, end: number): void =>
  addToken(tokens, start, end, tokens.count)
