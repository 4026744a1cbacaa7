import type { Evictions } from './kept-readers.js'

/**
 * Where the sections of a segment come from. It is synchronous, since queries run on threads of
 * their own. Sections are verified against their checksums before anyone sees them; damage throws a
 * SegmentDamagedError.
 */
export interface SectionSource extends Evictions {
  /** The name of the file, for messages. */
  readonly file: string
  /** Bytes of the whole file. */
  readonly bytes: number
  /**
   * Undefined when the segment has no such section. The bytes are aligned to 8 and never change. A
   * reader that holds on to them keeps them in memory, even after a cache has evicted them.
   */
  section(name: string): Uint8Array | undefined
  /** Like `section`, but a large section that is not in memory is answered as pieces. */
  parts(name: string): Uint8Array | SectionPieces | undefined
}

/** A section whose pieces are read on demand. */
export interface SectionPieces {
  /** Bytes of the section. */
  readonly length: number
  /** Bytes of each piece but the last; a multiple of 8. */
  readonly pieceBytes: number
  piece(index: number): Uint8Array
  /** Reads what is not in memory of some pieces in a row, both ends included, in few reads. */
  together(first: number, last: number): ReadonlyMap<number, Uint8Array>
  /** Announces pieces that are read next, so that read-ahead saves waiting for each of them. */
  ahead(indices: readonly number[]): void
  /** For readers of most of the section; undefined where it would take too much of the cache. */
  whole(): Uint8Array | undefined
}
