/** Something of which one is drawn by lot. */
export interface Lot {
  /** Where it stands among the others. */
  place: number
}

/** Things in no order, of which any is found by lot and each is taken out at once. */
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
    // The last one takes its place.
    const last = this.#all.pop()
    if (last === undefined || last === one) return
    this.#all[one.place] = last
    last.place = one.place
  }

  /** By the simplest of generators. */
  draw(): T | undefined {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0
    return this.#all[Math.floor((this.#seed / 2 ** 32) * this.#all.length)]
  }
}
