import { type Analyzer, queryTokensOf } from './analyzer.js'
import { foldCase } from './fold-case.js'
import { walkRuns } from './runs.js'
import { type Tokens, addToken, clearTokens, createTokens } from './tokens.js'

/** How a run of Han characters is cut into tokens. */
export type CutHan = (tokens: Tokens, start: number, end: number) => void

/** Cuts letters and digits as usual, and Han characters by a dictionary. */
export const createHanAnalyzer = (onHan: CutHan): Analyzer => {
  const rules = { delimitWord: false, onToken: addNext, onHan }
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

/** A token behind all the others. */
export const addNext = (tokens: Tokens, start: number, end: number): void =>
  addToken(tokens, start, end, tokens.count)
