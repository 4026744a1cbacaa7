import type { LetsGo } from './kept-readers.js'

/**
 * Where a segment's sections come from. Synchronous: queries run on threads of their own. Sections are
 * checked against their checksums before anyone sees them; damage throws a SegmentDamagedError.
 */
export interface SectionSource extends LetsGo {
  /** The name of the file, for messages. */
  readonly file: string
  /** Of the whole file. */
  readonly bytes: number
  /**
   * Undefined when the segment has no such section. The bytes begin at a multiple of 8 in their
   * buffer and never change; who keeps them keeps them in memory, also when a cache has let go of
   * them.
   */
  section(name: string): Uint8Array | undefined
  /** The same where a part may do: a large section that is not in memory answers pieces of it. */
  parts(name: string): Uint8Array | SectionPieces | undefined
}

/** A section of which pieces are read when somebody wants them. */
export interface SectionPieces {
  /** Of the section. */
  readonly length: number
  /** Of each piece but the last; a multiple of 8. */
  readonly pieceBytes: number
  piece(index: number): Uint8Array
  /** Told of several that are about to be asked for, so that the disk need not be waited for each time. */
  ahead(indices: readonly number[]): void
  /** For who looks at most of it; undefined where that would take too much of the memory. */
  whole(): Uint8Array | undefined
}
