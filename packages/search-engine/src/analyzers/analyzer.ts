import { outOfRange } from '@rowhouse/platform'
import type { AsciiWords } from './ascii-words.js'
import { type Tokens, termOf } from './tokens.js'

/**
 * One token of a query, with all its terms, each at `position + offset`. Only the fuzzy analyzer makes more
 * than one term, because its index may have no gram as long as the word.
 */
export interface QueryToken {
  readonly position: number
  readonly terms: readonly QueryTerm[]
}

export interface QueryTerm {
  readonly term: string
  /** Relative to the token's position. */
  readonly offset: number
}

export interface Analyzer {
  /** Writes the tokens of a stored text into `tokens`. */
  readonly analyze: (text: string, tokens: Tokens) => void
  /**
   * Does the same for ASCII texts, byte by byte. Undefined for analyzers that cannot be described so
   * simply.
   */
  readonly asciiWords?: AsciiWords | undefined
  /** The tokens of a query's text. */
  readonly analyzeQuery: (text: string) => QueryToken[]
}

/** For analyzers that cut a query and a stored text in the same way. */
export const queryTokensOf = (tokens: Tokens): QueryToken[] =>
  Array.from({ length: tokens.count }, (_, index) => ({
    position: tokens.positions[index] ?? outOfRange(),
    terms: [{ term: termOf(tokens, index), offset: 0 }],
  }))
