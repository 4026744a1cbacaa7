import { type Analyzer, queryTokensOf } from './analyzer.js'
import { asciiParts } from './ascii-words.js'
import { isWhitespace } from './characters.js'
import { foldCase } from './fold-case.js'
import { cutLongWord } from './runs.js'
import { type Tokens, addToken, clearTokens, createTokens } from './tokens.js'

export interface SplitOptions {
  /** Any whitespace, if absent or empty. A number sign may be written \#. */
  readonly delimiter?: string | undefined
  readonly caseSensitive?: boolean | undefined
}

const rules = {
  onToken: (tokens: Tokens, start: number, end: number): void =>
    addToken(tokens, start, end, tokens.count),
}

/** Cuts only at the delimiter, and keeps everything between as it is. */
export const createSplitAnalyzer = (options: SplitOptions = {}): Analyzer => {
  const { caseSensitive = false } = options
  const folded = (text: string): string => (caseSensitive ? text : foldCase(text))
  const delimiter = folded((options.delimiter ?? '').replaceAll('\\#', '#'))
  const isAtWhitespace = delimiter === '' || delimiter === ' '
  const cut = isAtWhitespace ? cutAtWhitespace : cutAtDelimiter(delimiter)
  const analyze = (text: string, tokens: Tokens): void => {
    clearTokens(tokens, folded(text))
    cut(tokens)
  }
  const analyzeQuery = (text: string) => {
    const tokens = createTokens()
    analyze(text, tokens)
    return queryTokensOf(tokens)
  }
  const asciiWords = isAtWhitespace ? asciiParts(caseSensitive) : undefined
  return { analyze, analyzeQuery, asciiWords }
}

const cutAtWhitespace = (tokens: Tokens): void => {
  const { text } = tokens
  let start = 0
  for (let index = 0; index < text.length; index++) {
    if (!isWhitespace(text.charCodeAt(index))) continue
    if (index > start) cutLongWord(tokens, start, index, rules)
    start = index + 1
  }
  if (text.length > start) cutLongWord(tokens, start, text.length, rules)
}

const cutAtDelimiter =
  (delimiter: string) =>
  (tokens: Tokens): void => {
    const { text } = tokens
    let start = 0
    while (start < text.length) {
      const found = text.indexOf(delimiter, start)
      const end = found === -1 ? text.length : found
      if (end > start) cutLongWord(tokens, start, end, rules)
      start = end + delimiter.length
    }
  }
