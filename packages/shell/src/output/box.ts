import { expectDefined } from '@rowhouse/platform'
import { shellLimits } from '../limits.js'

/** Draws a table like the service's tool: a rule follows every row. */
export function drawBox(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = [titles, ...rows].map((row) => row.map(shorten))
  const widths = titles.map((_, at) => Math.max(...shown.map((row) => widthOf(cellOf(row, at)))))
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+\n`
  const lines = shown.map((row) => {
    const cells = widths.map((width, at) => ` ${padded(cellOf(row, at), width)} `)
    return `|${cells.join('|')}|\n`
  })
  return rule + lines.map((line) => line + rule).join('')
}

const cellOf = (row: readonly string[], at: number): string =>
  expectDefined(row[at], 'a row has a cell for every title')

/** Shortens a cell, and escapes control characters, which would break lines or control the terminal. */
function shorten(text: string): string {
  const plain = text.replaceAll(/\p{Cc}/gu, escaped)
  const characters = Array.from(plain)
  if (characters.length <= shellLimits.CELL_CHARACTERS) return plain
  return `${characters.slice(0, shellLimits.CELL_CHARACTERS - 1).join('')}…`
}

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const padded = (text: string, width: number): string => text + ' '.repeat(width - widthOf(text))

/** The number of columns on a terminal: Chinese characters take two. */
function widthOf(text: string): number {
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
