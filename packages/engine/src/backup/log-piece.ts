import type { JsonReader } from '../tables/json-reader.js'
import type { SummedContent } from './summed-object.js'

/**
 * Whole frames of one segment of the commit log, byte for byte as in its file. The pieces of a segment are
 * adjacent; the first one begins with the segment's header.
 */
export interface LogPiece extends SummedContent {
  /** The base of the segment. */
  readonly base: number
  /** Where the piece begins in the segment's file. */
  readonly offset: number
  /** The positions behind the last frame before the piece, and behind its own last frame. */
  readonly start: number
  readonly end: number
  readonly records: number
  /** When its first and last frames were written; undefined for frames that older versions wrote. */
  readonly first?: number
  readonly last?: number
}

/** Where copying continues: behind a piece, or at the beginning of a segment, header included. */
export interface LogPlace {
  readonly base: number
  readonly offset: number
  readonly position: number
}

export const placeBehind = ({ base, offset, bytes, end }: LogPiece): LogPlace => ({
  base,
  offset: offset + bytes,
  position: end,
})

export const readLogPiece = (piece: JsonReader): LogPiece => {
  const first = piece.member('first').optional((time) => time.number())
  const last = piece.member('last').optional((time) => time.number())
  return {
    name: piece.member('name').string(),
    bytes: piece.member('bytes').number(),
    checksum: piece.member('checksum').number(),
    base: piece.member('base').number(),
    offset: piece.member('offset').number(),
    start: piece.member('start').number(),
    end: piece.member('end').number(),
    records: piece.member('records').number(),
    ...(first !== undefined && { first }),
    ...(last !== undefined && { last }),
  }
}
