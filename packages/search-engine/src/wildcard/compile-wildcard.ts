import { outOfRange } from '@rowhouse/platform'

/**
 * A pattern in which `*` matches any run and `?` one character; there is no escape. It is cut at its stars:
 * the first and the last piece are anchored at the ends, and each piece between them takes its first match,
 * which is always right. So no pattern costs more than its length times the term's.
 */
export interface Wildcard {
  /** The beginning of every match: the terms to check are a range of the dictionary. */
  readonly prefix: string
  readonly suffix: string
  /** Texts that every match contains in this order, including its beginning and end. */
  readonly literals: readonly string[]
  /** There are no wildcards, and the pattern is a term. */
  readonly isExact: boolean
  /** All that a match needs is to contain the only literal. */
  readonly isContained: boolean
  /** The only wildcard is a star at the end, and the pattern is a prefix. */
  readonly isPrefix: boolean
  readonly matches: (text: string) => boolean
  /** Matches the UTF-8 bytes of a term, without decoding them. */
  readonly matchesBytes: (bytes: Uint8Array, start: number, end: number) => boolean
}

export const compileWildcard = (pattern: string): Wildcard => {
  const literals = pattern.split(/[*?]/)
  const isExact = literals.length === 1
  const prefix = literals[0] ?? outOfRange()
  const [first = NOTHING, ...rest] = pattern.split('*').map(pieceOf)
  const last = rest.pop()
  const matchesBytes = (bytes: Uint8Array, start: number, end: number): boolean => {
    let at = matchAt(first, bytes, start, end)
    if (last === undefined) return at === end
    for (let index = 0; index < rest.length && at >= 0; index++)
      at = findPiece(rest[index] ?? outOfRange(), bytes, at, end)
    return at >= 0 && endsWith(last, bytes, at, end)
  }
  return {
    prefix,
    suffix: literals.at(-1) ?? outOfRange(),
    literals: literals.filter((literal) => literal !== ''),
    isExact,
    isContained: literals.length === 3 && pattern === `*${literals[1]}*`,
    isPrefix: pattern === `${prefix}*`,
    matches: (text) => {
      const bytes = Buffer.from(text)
      return matchesBytes(bytes, 0, bytes.length)
    },
    matchesBytes,
  }
}

/** The pattern between two stars: bytes, and ANY for each question mark. */
interface Piece {
  readonly units: Int16Array
  readonly hasAny: boolean
  /** An upper bound of the bytes that it matches: a character has at most four. */
  readonly bytesMax: number
}

const ANY = -1
const CHARACTER_BYTES_MAX = 4

const pieceOf = (text: string): Piece => {
  const units = Array.from(text, (character) =>
    character === '?' ? [ANY] : [...Buffer.from(character)],
  ).flat()
  const anys = units.filter((unit) => unit === ANY).length
  return {
    units: Int16Array.from(units),
    hasAny: anys > 0,
    bytesMax: units.length + anys * (CHARACTER_BYTES_MAX - 1),
  }
}

const NOTHING = pieceOf('')

const bytesOfCharacter = (lead: number): number => {
  if (lead < 0xc0) return 1
  if (lead < 0xe0) return 2
  return lead < 0xf0 ? 3 : CHARACTER_BYTES_MAX
}

/** Where the piece ends if it matches here, else -1. */
const matchAt = ({ units }: Piece, bytes: Uint8Array, start: number, end: number): number => {
  let at = start
  for (let index = 0; index < units.length; index++) {
    if (at >= end) return -1
    const unit = units[index]
    if (unit === ANY) at += bytesOfCharacter(bytes[at] ?? outOfRange())
    else if (bytes[at] === unit) at++
    else return -1
  }
  return at <= end ? at : -1
}

/** No piece begins within a character. */
const isInside = (byte: number): boolean => (byte & 0xc0) === 0x80

const findPiece = (piece: Piece, bytes: Uint8Array, start: number, end: number): number => {
  const first = piece.units[0]
  if (first === undefined) return start
  const stop = end - piece.units.length
  for (let from = start; from <= stop; from++) {
    const byte = bytes[from] ?? outOfRange()
    if (first === ANY ? isInside(byte) : byte !== first) continue
    const at = matchAt(piece, bytes, from, end)
    if (at >= 0) return at
  }
  return -1
}

const endsWith = (piece: Piece, bytes: Uint8Array, start: number, end: number): boolean => {
  const stop = end - piece.units.length
  if (!piece.hasAny) return stop >= start && matchAt(piece, bytes, stop, end) === end
  for (let from = Math.max(start, end - piece.bytesMax); from <= stop; from++)
    if (!isInside(bytes[from] ?? outOfRange()) && matchAt(piece, bytes, from, end) === end)
      return true
  return false
}
