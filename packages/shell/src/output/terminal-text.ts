/** The text without control characters, which would break lines or control the terminal. */
export const plainText = (text: string): string => text.replaceAll(/\p{Cc}/gu, escaped)

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Fills the text with spaces to so many columns of a terminal. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** The number of columns on a terminal: Chinese characters take two. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) {
    const isWide = WIDE.test(character) || WIDE_SIGN.test(character)
    width += isWide ? 2 : MARK.test(character) ? 0 : 1
  }
  return width
}

/** A mark is above or below the character before it and takes no column. */
const MARK = /\p{M}/u

const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u

/** Punctuation of Chinese text. */
const WIDE_SIGN = /[\u3000-\u303f\uff01-\uff60]/
