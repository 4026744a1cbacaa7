/**
 * A pattern with `*` for any run and `?` for one character; nothing escapes. It is cut at its stars:
 * the first and the last piece are tied to the ends, and each between them is taken where it is found
 * first, which is always right. So no pattern costs more than its length times the term's.
 */
export interface Wildcard {
  /** What every match begins with: the terms to look at are a range of the dictionary. */
  readonly prefix: string
  readonly suffix: string
  /** No wildcards: it is a term. */
  readonly isExact: boolean
  /** Only a star behind: it is a prefix. */
  readonly isPrefix: boolean
  readonly matches: (text: string) => boolean
  /** The same over the UTF-8 bytes of a term, which need not be decoded for it. */
  readonly matchesBytes: (bytes: Uint8Array, start: number, end: number) => boolean
}

export const compileWildcard = (pattern: string): Wildcard => {
  const runs = pattern.split(/[*?]/)
  const isExact = runs.length === 1
  const prefix = runs[0] ?? ''
  const pieces = pattern.split('*')
  const textPieces = pieces.map((piece) => Array.from(piece, codeOf))
  const bytePieces = pieces.map((piece) => Array.from(piece).flatMap(bytesOf))
  return {
    prefix,
    suffix: isExact ? prefix : (runs.at(-1) ?? ''),
    isExact,
    isPrefix: pattern === `${prefix}*`,
    matches: (text) => {
      if (!text.startsWith(prefix)) return false
      const codes = Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0)
      return matchPieces(textPieces, codes, 0, codes.length, oneCode)
    },
    matchesBytes: (bytes, start, end) => matchPieces(bytePieces, bytes, start, end, oneCharacter),
  }
}

/** Stands for `?` among the codes and bytes of a piece. */
const ANY = -1

const codeOf = (character: string): number =>
  character === '?' ? ANY : (character.codePointAt(0) ?? 0)

const bytesOf = (character: string): number[] =>
  character === '?' ? [ANY] : [...Buffer.from(character)]

/** How many units of the text one character has. */
type Advance = (units: ArrayLike<number>, at: number) => number

const oneCode: Advance = () => 1

const oneCharacter: Advance = (bytes, at) => {
  const lead = bytes[at] ?? 0
  if (lead < 0xc0) return 1
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : 4
}

const matchPieces = (
  pieces: readonly (readonly number[])[],
  units: ArrayLike<number>,
  start: number,
  end: number,
  advance: Advance,
): boolean => {
  const [first = [], ...rest] = pieces
  const last = rest.pop()
  let at = matchAt(first, units, start, end, advance)
  if (last === undefined) return at === end
  if (at < 0) return false
  for (const piece of rest) {
    at = findPiece(piece, units, at, end, advance)
    if (at < 0) return false
  }
  return endsWith(last, units, at, end, advance)
}

/** Where the piece ends if it stands here, or -1. */
const matchAt = (
  piece: readonly number[],
  units: ArrayLike<number>,
  start: number,
  end: number,
  advance: Advance,
): number => {
  let at = start
  for (const unit of piece) {
    if (at >= end) return -1
    if (unit === ANY) at += advance(units, at)
    else if (units[at] === unit) at++
    else return -1
  }
  return at <= end ? at : -1
}

const findPiece = (
  piece: readonly number[],
  units: ArrayLike<number>,
  start: number,
  end: number,
  advance: Advance,
): number => {
  for (let from = start; from <= end; from += advance(units, from)) {
    const at = matchAt(piece, units, from, end, advance)
    if (at >= 0) return at
    if (from === end) return -1
  }
  return -1
}

/** `?` may be one to four bytes, so the end is looked for from the front of each character. */
const endsWith = (
  piece: readonly number[],
  units: ArrayLike<number>,
  start: number,
  end: number,
  advance: Advance,
): boolean => {
  for (let from = Math.max(start, firstFit(piece, end, advance)); from <= end; from++) {
    const isInside = advance !== oneCode && ((units[from] ?? 0) & 0xc0) === 0x80 && from < end
    if (!isInside && matchAt(piece, units, from, end, advance) === end) return true
  }
  return false
}

/** No match begins before: each `?` takes four units at most. */
const firstFit = (piece: readonly number[], end: number, advance: Advance): number => {
  if (advance === oneCode) return end - piece.length
  return end - piece.reduce((sum, unit) => sum + (unit === ANY ? 4 : 1), 0)
}
