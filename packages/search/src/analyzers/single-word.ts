import { type Analyzer, queryTokensOf } from './analyzer.js'
import { foldCase } from './fold-case.js'
import { walkRuns } from './runs.js'
import { type Tokens, addToken, clearTokens, createTokens } from './tokens.js'

export interface SingleWordOptions {
  readonly caseSensitive?: boolean | undefined
  readonly delimitWord?: boolean | undefined
}

/** Each Chinese character is a token, and each word of letters and digits. */
export const createSingleWordAnalyzer = (options: SingleWordOptions = {}): Analyzer => {
  const { caseSensitive = false, delimitWord = false } = options
  const rules = {
    delimitWord,
    onToken: (tokens: Tokens, start: number, end: number): void =>
      addToken(tokens, start, end, tokens.count),
  }
  const analyze = (text: string, tokens: Tokens): void => {
    clearTokens(tokens, caseSensitive ? text : foldCase(text))
    walkRuns(tokens, rules)
  }
  const analyzeQuery = (text: string) => {
    const tokens = createTokens()
    analyze(text, tokens)
    return queryTokensOf(tokens)
  }
  return { analyze, analyzeQuery }
}
