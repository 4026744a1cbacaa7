import { invariant } from '@rowhouse/platform'

/** A memtable or a table file that several versions share. Freed with the last of them. */
export class SharedPart<Part> {
  readonly part: Part
  readonly #free: (part: Part) => void
  #holders = 0

  constructor(part: Part, free: (part: Part) => void) {
    this.part = part
    this.#free = free
  }

  hold(): void {
    this.#holders++
  }

  release(): void {
    invariant(this.#holders > 0, 'a part is released once by each holder')
    if (--this.#holders === 0) this.#free(this.part)
  }
}
