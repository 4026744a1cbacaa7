/** An item that can be sampled at random. */
export interface Lot {
  /** Its index among the others. */
  place: number
}

/** An unordered set with random sampling and removal in constant time. */
export class Lots<T extends Lot> {
  readonly #all: T[] = []
  #seed = 1

  get size(): number {
    return this.#all.length
  }

  add(one: T): void {
    one.place = this.#all.push(one) - 1
  }

  remove(one: T): void {
    // The last item fills the gap.
    const last = this.#all.pop()
    if (last === undefined || last === one) return
    this.#all[one.place] = last
    last.place = one.place
  }

  /** Draws a random item with a linear congruential generator. */
  draw(): T | undefined {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0
    return this.#all[Math.floor((this.#seed / 2 ** 32) * this.#all.length)]
  }
}
