export interface SplitLine {
  readonly words: readonly string[]
  /** Whether a quote is open or the line ends with a backslash, so that it continues on the next line. */
  readonly isOpen: boolean
}

type Quote = 'none' | 'single' | 'double'

/**
 * Splits a line into words. Single quotes keep everything, as JSON needs. A backslash in double quotes
 * escapes a double quote and itself, and outside of quotes any character.
 */
export function splitWords(line: string): SplitLine {
  const words: string[] = []
  let word: string | undefined
  let quote: Quote = 'none'
  let isEscaped = false
  for (const character of line) {
    if (isEscaped) {
      isEscaped = false
      const isKept = quote === 'double' && character !== '"' && character !== '\\'
      if (character !== '\n') word = (word ?? '') + (isKept ? `\\${character}` : character)
    } else if (character === '\\' && quote !== 'single') isEscaped = true
    else if (opensOrCloses(character, quote)) {
      word ??= ''
      quote = quote !== 'none' ? 'none' : character === "'" ? 'single' : 'double'
    } else if (quote === 'none' && isSpace(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  if (word !== undefined) words.push(word)
  return { words, isOpen: quote !== 'none' || isEscaped }
}

function opensOrCloses(character: string, quote: Quote): boolean {
  if (character === "'") return quote !== 'double'
  return character === '"' && quote !== 'single'
}

const isSpace = (character: string): boolean => /\s/.test(character)

/** Quotes a word so that it is split as one word again. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
