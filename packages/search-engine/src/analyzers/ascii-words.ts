import { outOfRange } from '@rowhouse/platform'
import { CHARACTER_KINDS, DIGIT, LETTER, isWhitespace } from './characters.js'

/**
 * Describes how an analyzer cuts ASCII texts byte by byte: a token is a run of bytes of one kind, cut where
 * it is too long, and positions count tokens.
 */
export interface AsciiWords {
  /** The kind of each byte. Bytes of kind 0 separate tokens. */
  readonly kinds: Uint8Array
  /** The byte of the term for each byte of the text. */
  readonly folds: Uint8Array
}

const ASCII = 128
const UPPER_A = 0x41
const UPPER_Z = 0x5a
const CASE_BIT = 0x20

/** Words of letters and digits, cut in the same places as by `walkRuns`. */
export const asciiRuns = (delimitWord: boolean, isCaseSensitive: boolean): AsciiWords => ({
  kinds: Uint8Array.from({ length: ASCII }, (_, byte) => {
    const kind = CHARACTER_KINDS[byte] ?? outOfRange()
    if (kind !== LETTER && kind !== DIGIT) return 0
    return delimitWord ? kind : LETTER
  }),
  folds: foldsOf(isCaseSensitive),
})

/** Everything between whitespace. */
export const asciiParts = (isCaseSensitive: boolean): AsciiWords => ({
  kinds: Uint8Array.from({ length: ASCII }, (_, byte) => (isWhitespace(byte) ? 0 : 1)),
  folds: foldsOf(isCaseSensitive),
})

const foldsOf = (isCaseSensitive: boolean): Uint8Array =>
  Uint8Array.from({ length: ASCII }, (_, byte) =>
    !isCaseSensitive && byte >= UPPER_A && byte <= UPPER_Z ? byte | CASE_BIT : byte,
  )

export const isAscii = (bytes: Uint8Array, from: number, to: number): boolean => {
  let all = 0
  for (let index = from; index < to; index++) all |= bytes[index] ?? outOfRange()
  return all < ASCII
}
