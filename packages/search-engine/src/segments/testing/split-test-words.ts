import { addToken, clearTokens } from '../../analyzers/tokens.js'
import type { AnalyzeText } from '../build/text-builder.js'

/**
 * Splits at single spaces and leaves out empty words. Every third word has the position of the one
 * before.
 */
export const splitWords: AnalyzeText = (text, tokens) => {
  clearTokens(tokens, text)
  let start = 0
  let words = 0
  for (let index = 0; index <= text.length; index++) {
    if (index < text.length && text[index] !== ' ') continue
    if (index > start) {
      addToken(tokens, start, index, positionOfWord(words))
      words++
    }
    start = index + 1
  }
}

export const positionOfWord = (word: number): number => word - Math.floor(word / 3)
