/*
 * The block format of LZ4, as its public description has it: sequences of
 *
 *   token     length of the literals in the upper four bits, length of the match - 4 in the lower ones
 *   bytes     the rest of the first length, where the token says 15: all up to the first below 255, added up
 *   literals
 *   2 bytes   how far back the match begins, the lower byte first
 *   bytes     the rest of the second length, where the token says 15
 *
 * The last sequence ends behind its literals.
 */

export const MATCH_BYTES_MIN = 4
export const OFFSET_MAX = 0xffff
/** A length in a token that goes on behind it. */
export const NIBBLE_MAX = 15
/** A byte of a length that goes on behind it. */
export const LENGTH_MORE = 255
/** So many bytes at the end are always literals. */
export const LAST_LITERALS = 5
/** No match begins nearer to the end. */
export const MATCH_FROM_END = 12
