import { outOfRange } from '@rowhouse/platform'
import type { InParts } from '../field-reader.js'
import type { SectionPieces } from './section-source.js'

const VIEWS_MAX = 256

/** A packed array over a section that is read piece by piece. */
export class ColdArray<Value, Packed extends PackedArray<Value>> implements InParts<Value, Packed> {
  readonly length: number
  readonly #pieces: SectionPieces
  readonly #elementBytes: number
  readonly #view: (bytes: Uint8Array) => Packed
  readonly #perPiece: number
  /** Readers of the pieces used so far; a reader is dropped when its piece is evicted. */
  readonly #views = new Map<number, Packed>()
  /** The reader that was used last. */
  #last: Packed | undefined
  #from = -1

  constructor(pieces: SectionPieces, elementBytes: number, view: (bytes: Uint8Array) => Packed) {
    this.length = pieces.length / elementBytes
    this.#pieces = pieces
    this.#elementBytes = elementBytes
    this.#view = view
    this.#perPiece = pieces.pieceBytes / elementBytes
  }

  at(index: number): Value | undefined {
    const place = index - this.#from
    if (this.#last === undefined || place < 0 || place >= this.#perPiece) return this.#enter(index)
    return this.#last[place]
  }

  #enter(index: number): Value | undefined {
    if (index < 0 || index >= this.length) return undefined
    const number = Math.floor(index / this.#perPiece)
    let view = this.#views.get(number)
    if (view === undefined) {
      // A search over all of a large section must not keep every piece in memory.
      if (this.#views.size === VIEWS_MAX) this.#views.clear()
      view = this.#view(this.#pieces.piece(number))
      this.#views.set(number, view)
    }
    this.#last = view
    this.#from = number * this.#perPiece
    return view[index - this.#from]
  }

  /** Announces the values that are read next, in this order, for read-ahead. */
  ahead(indices: ArrayLike<number>, count = indices.length): void {
    const numbers = new Set<number>()
    for (let at = 0; at < count; at++) {
      const number = Math.floor((indices[at] ?? outOfRange()) / this.#perPiece)
      if (!this.#views.has(number)) numbers.add(number)
    }
    if (numbers.size > 0) this.#pieces.ahead([...numbers])
  }

  /** The whole array; undefined where it would take too much of the cache. */
  whole(): Packed | undefined {
    const bytes = this.#pieces.whole()
    return bytes && this.#view(bytes)
  }

  /** A copy where the range spans several pieces. */
  subarray(from: number, to: number): Packed {
    const end = Math.min(to, this.length) * this.#elementBytes
    return this.#view(this.#bytes(Math.min(from * this.#elementBytes, end), end))
  }

  #bytes(from: number, end: number): Uint8Array {
    if (from === end) return new Uint8Array(0)
    const { pieceBytes } = this.#pieces
    const first = Math.floor(from / pieceBytes)
    const last = Math.floor((end - 1) / pieceBytes)
    const start = first * pieceBytes
    if (first === last) return this.#pieces.piece(first).subarray(from - start, end - start)
    const joined = new Uint8Array(end - from)
    const read = this.#pieces.together(first, last)
    for (let number = first; number <= last; number++) {
      const pieceAt = number * pieceBytes
      const skipped = Math.max(0, from - pieceAt)
      const piece = read.get(number) ?? this.#pieces.piece(number)
      joined.set(piece.subarray(skipped, end - pieceAt), pieceAt + skipped - from)
    }
    return joined
  }
}

/** Starts read-ahead of the given values if the array is not in memory. */
export const lookAhead = (
  parts: InParts<unknown, unknown>,
  indices: ArrayLike<number>,
  count = indices.length,
): void => {
  if (parts instanceof ColdArray) parts.ahead(indices, count)
}

interface PackedArray<Value> {
  readonly [index: number]: Value
}
