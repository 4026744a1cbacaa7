import { outOfRange } from '@rowhouse/platform'

/** The kinds of characters that analyzers distinguish. */
export const SEPARATOR = 0
export const LETTER = 1
export const DIGIT = 2
/** Each of these is a token: Chinese characters, kana, hangul. */
export const SINGLE = 3
/** Chinese characters. The number is above SINGLE, so that `>= SINGLE` holds for both. */
export const HAN = 4

const LETTERS = /[\p{L}\p{M}]+/gu
const DIGITS = /\p{Nd}+/gu
const SINGLES = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]+/gu
const HANS = /\p{sc=Han}+/gu

/** Marks within a word belong to it. Modifiers of kana are tokens of their own, as kana are. */
const planeTable = (): Uint8Array => {
  const table = new Uint8Array(0x1_00_00)
  let plane = ''
  for (let code = 0; code < 0x1_00_00; code++)
    plane += code >= 0xd8_00 && code <= 0xdf_ff ? '\0' : String.fromCharCode(code)
  for (const [pattern, kind] of [
    [LETTERS, LETTER],
    [DIGITS, DIGIT],
    [SINGLES, SINGLE],
    [HANS, HAN],
  ] as const) {
    for (const { index, 0: run } of plane.matchAll(pattern))
      table.fill(kind, index, index + run.length)
  }
  return table
}

/** One entry for each character of the basic plane. */
export const CHARACTER_KINDS: Readonly<Uint8Array> = planeTable()

const HAN_ONE = /^\p{sc=Han}$/u
const SINGLE_ONE = /^[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]$/u
const LETTER_ONE = /^[\p{L}\p{M}]$/u
const DIGIT_ONE = /^\p{Nd}$/u

/** The kind of a character outside the basic plane. They are too many for a table, and too rare. */
export const kindOfPair = (codePoint: number): number => {
  const character = String.fromCodePoint(codePoint)
  if (HAN_ONE.test(character)) return HAN
  if (SINGLE_ONE.test(character)) return SINGLE
  if (LETTER_ONE.test(character)) return LETTER
  return DIGIT_ONE.test(character) ? DIGIT : SEPARATOR
}

/** Whether a surrogate pair begins here, two units that are one character. */
export const isPair = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index)
  if (unit < 0xd8_00 || unit > 0xdb_ff) return false
  const next = text.charCodeAt(index + 1)
  return next >= 0xdc_00 && next <= 0xdf_ff
}

export const kindAt = (text: string, index: number): number =>
  isPair(text, index)
    ? kindOfPair(text.codePointAt(index) ?? outOfRange())
    : (CHARACTER_KINDS[text.charCodeAt(index)] ?? SEPARATOR)

/** Where the characters of a text begin, and its end. */
export const characterStarts = (text: string, charactersMax: number): Uint32Array => {
  const starts = new Uint32Array(Math.min(text.length, charactersMax) + 1)
  let count = 0
  let index = 0
  while (index < text.length && count < charactersMax) {
    starts[count++] = index
    index += isPair(text, index) ? 2 : 1
  }
  starts[count] = index
  return starts.subarray(0, count + 1)
}

const WHITESPACE = /\s/u
const whitespaceTable = (): Uint8Array => {
  const table = new Uint8Array(0x1_00_00)
  for (let code = 0; code < table.length; code++)
    if (WHITESPACE.test(String.fromCharCode(code))) table[code] = 1
  return table
}
const WHITESPACES: Readonly<Uint8Array> = whitespaceTable()

export const isWhitespace = (unit: number): boolean => WHITESPACES[unit] === 1
