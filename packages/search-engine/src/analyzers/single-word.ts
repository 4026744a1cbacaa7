import type { Analyzer } from './analyzer.js'
import { addNext, createWalkingAnalyzer } from './walking-analyzer.js'

export interface SingleWordOptions {
  readonly caseSensitive?: boolean | undefined
  readonly delimitWord?: boolean | undefined
}

/** Makes a token of each Chinese character, and of each word of letters and digits. */
export const createSingleWordAnalyzer = (options: SingleWordOptions = {}): Analyzer => {
  const { caseSensitive, delimitWord = false } = options
  return createWalkingAnalyzer({ delimitWord, onToken: addNext }, caseSensitive)
}
