import { searchEngineLimits } from '../limits.js'
import { HAN, LETTER, SEPARATOR, SINGLE, isPair, kindAt } from './characters.js'
import type { Tokens } from './tokens.js'

export interface RunRules {
  /** Cuts between letters and digits as well. */
  readonly delimitWord: boolean
  /** Gets each run of Chinese characters. Without it each of them is a token. */
  readonly onHan?: (tokens: Tokens, start: number, end: number) => void
  readonly onToken: (tokens: Tokens, start: number, end: number) => void
}

/** Walks over a text once and reports its words and single characters in order. */
export const walkRuns = (tokens: Tokens, rules: RunRules): void => {
  const { text } = tokens
  let index = 0
  while (index < text.length) {
    const kind = kindAt(text, index)
    if (kind === SEPARATOR) index += isPair(text, index) ? 2 : 1
    else if (kind === HAN && rules.onHan !== undefined) {
      const end = endOfKind(text, index, HAN)
      rules.onHan(tokens, index, end)
      index = end
    } else if (kind >= SINGLE) {
      const end = index + (isPair(text, index) ? 2 : 1)
      rules.onToken(tokens, index, end)
      index = end
    } else {
      const end = endOfWord(text, index, kind, rules.delimitWord)
      cutLongWord(tokens, index, end, rules)
      index = end
    }
  }
}

const endOfKind = (text: string, from: number, kind: number): number => {
  let index = from
  while (index < text.length && kindAt(text, index) === kind) index += isPair(text, index) ? 2 : 1
  return index
}

const endOfWord = (text: string, from: number, first: number, delimitWord: boolean): number => {
  let index = from
  while (index < text.length) {
    const kind = kindAt(text, index)
    const belongs = delimitWord ? kind === first : kind === LETTER || isDigit(kind)
    if (!belongs) break
    index += isPair(text, index) ? 2 : 1
  }
  return index
}

const isDigit = (kind: number): boolean => kind > LETTER && kind < SINGLE

/** Lucene's tokenizers cut at the same length. Here a cut never separates the two units of a character. */
export const cutLongWord = (
  tokens: Tokens,
  start: number,
  end: number,
  rules: Pick<RunRules, 'onToken'>,
): void => {
  let from = start
  while (end - from > searchEngineLimits.SEARCH_TOKEN_LENGTH_MAX) {
    const cut = from + searchEngineLimits.SEARCH_TOKEN_LENGTH_MAX
    const to = isPair(tokens.text, cut - 1) ? cut - 1 : cut
    rules.onToken(tokens, from, to)
    from = to
  }
  rules.onToken(tokens, from, end)
}
