import type { AsciiWords } from './ascii-words.js'
import { type Tokens, termOf } from './tokens.js'

/**
 * What one token of a query asks for: all its terms, each at `position + offset`. Only the fuzzy
 * analyzer makes more than one term, because its index holds no grams as long as the word.
 */
export interface QueryToken {
  readonly position: number
  readonly terms: readonly QueryTerm[]
}

export interface QueryTerm {
  readonly term: string
  /** Counted from the token's position. */
  readonly offset: number
}

export interface Analyzer {
  /** Fills the tokens of a stored text. */
  readonly analyze: (text: string, tokens: Tokens) => void
  /** The same of a text of ASCII alone; undefined where that is not so simple. */
  readonly asciiWords?: AsciiWords | undefined
  /** The tokens of a text to look for. */
  readonly analyzeQuery: (text: string) => QueryToken[]
}

/** For analyzers that cut a query as they cut a stored text. */
export const queryTokensOf = (tokens: Tokens): QueryToken[] =>
  Array.from({ length: tokens.count }, (_, index) => ({
    position: tokens.positions[index] ?? 0,
    terms: [{ term: termOf(tokens, index), offset: 0 }],
  }))
