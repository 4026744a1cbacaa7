import { outOfRange } from '@rowhouse/platform'
import { limits } from '@rowhouse/protocol'
import type { Analyzer, QueryTerm, QueryToken } from './analyzer.js'
import { characterStarts, isWhitespace } from './characters.js'
import { foldCase } from './fold-case.js'
import { type Tokens, addToken, clearTokens } from './tokens.js'

export interface FuzzyOptions {
  readonly minChars?: number | undefined
  readonly maxChars?: number | undefined
  readonly caseSensitive?: boolean | undefined
}

const MIN_CHARS_DEFAULT = 1
const MAX_CHARS_DEFAULT = 3

/**
 * Every run of min to max characters without whitespace is a term. Positions count characters, and any
 * whitespace as one, so that a phrase of grams finds exactly the texts that contain it. In this way a match
 * phrase replaces `*word*`.
 */
export const createFuzzyAnalyzer = (options: FuzzyOptions = {}): Analyzer => {
  const minChars = options.minChars ?? MIN_CHARS_DEFAULT
  const maxChars = options.maxChars ?? MAX_CHARS_DEFAULT
  const folded = (text: string): string => (options.caseSensitive === true ? text : foldCase(text))
  return {
    analyze: (text, tokens) => {
      clearTokens(tokens, folded(text.slice(0, limits.SEARCH_FUZZY_CHARACTERS_MAX * 2)))
      walkWords(tokens.text, (starts, first, end, position) =>
        addGrams(tokens, { starts, first, end, position, minChars, maxChars }),
      )
    },
    analyzeQuery: (text) => {
      const query = folded(text.slice(0, limits.SEARCH_FUZZY_CHARACTERS_MAX * 2))
      const found: QueryToken[] = []
      walkWords(query, (starts, first, end, position) =>
        found.push({
          position,
          terms: queryTerms(query, starts.subarray(first, end + 1), maxChars),
        }),
      )
      return found
    },
  }
}

type OnWord = (starts: Uint32Array, first: number, end: number, position: number) => void

/** The runs without whitespace, by the numbers of their first character and of the one after their last. */
const walkWords = (text: string, onWord: OnWord): void => {
  const starts = characterStarts(text, limits.SEARCH_FUZZY_CHARACTERS_MAX)
  const count = starts.length - 1
  let position = 0
  let index = 0
  while (index < count) {
    const first = index
    while (index < count && !isWhitespace(text.charCodeAt(starts[index] ?? outOfRange()))) index++
    if (index > first) {
      onWord(starts, first, index, position)
      position += index - first + 1
    } else index++
  }
}

interface Word {
  readonly starts: Uint32Array
  readonly first: number
  readonly end: number
  readonly position: number
  readonly minChars: number
  readonly maxChars: number
}

const addGrams = (tokens: Tokens, word: Word): void => {
  const { starts, first, end, position, minChars, maxChars } = word
  for (let from = first; from < end; from++) {
    const last = Math.min(from + maxChars, end)
    for (let to = from + minChars; to <= last; to++)
      addToken(
        tokens,
        starts[from] ?? outOfRange(),
        starts[to] ?? outOfRange(),
        position + from - first,
      )
  }
}

/** Grams of the greatest length side by side; the last one overlaps so that it ends with the word. */
const queryTerms = (text: string, starts: Uint32Array, maxChars: number): QueryTerm[] => {
  const length = starts.length - 1
  const gram = (offset: number): QueryTerm => ({
    term: text.slice(starts[offset], starts[Math.min(offset + maxChars, length)]),
    offset,
  })
  const terms: QueryTerm[] = []
  for (let offset = 0; offset + maxChars < length; offset += maxChars) terms.push(gram(offset))
  terms.push(gram(Math.max(0, length - maxChars)))
  return terms
}
