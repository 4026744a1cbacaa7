import type { Analyzer } from './analyzer.js'
import { addNext, createWalkingAnalyzer } from './walking-analyzer.js'

export interface SingleWordOptions {
  readonly caseSensitive?: boolean | undefined
  readonly delimitWord?: boolean | undefined
}

/** Each Chinese character is a token, and each word of letters and digits. */
export const createSingleWordAnalyzer = (options: SingleWordOptions = {}): Analyzer => {
  const { caseSensitive, delimitWord = false } = options
  return createWalkingAnalyzer({ delimitWord, onToken: addNext }, caseSensitive)
}
