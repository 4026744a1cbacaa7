/** Where a frame begins: its position in the log and its offset in the file. */
export interface Place {
  readonly position: number
  readonly offset: number
}

/** A sparse index of a segment's frames, so that a reader need not scan it from its start. */
export class SegmentIndex {
  readonly #first: Place
  readonly #places: Place[]
  readonly #spacing: number

  constructor(first: Place, spacing: number) {
    this.#first = first
    this.#places = [first]
    this.#spacing = spacing
  }

  /** Frames may be noted in any order; only those far enough behind the last one are kept. */
  note(position: number, offset: number): void {
    const last = this.#places.at(-1)
    if (last !== undefined && offset - last.offset < this.#spacing) return
    this.#places.push({ position, offset })
  }

  /** The last known frame that begins at or before the position, or the first one. */
  floor(position: number): Place {
    let low = 0
    let high = this.#places.length
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      const place = this.#places[middle]
      if (place !== undefined && place.position <= position) low = middle
      else high = middle
    }
    return this.#places[low] ?? this.#first
  }
}
