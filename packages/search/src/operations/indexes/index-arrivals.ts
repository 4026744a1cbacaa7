/** Indexes that the catalogue has already and the search engine not yet: who searches them waits. */
export class IndexArrivals {
  readonly #opening = new Map<number, Promise<void>>()

  /** Until `opened` resolves the index counts as arriving. */
  async announce(index: number, opened: Promise<void>): Promise<void> {
    this.#opening.set(index, opened)
    try {
      await opened
    } finally {
      this.#opening.delete(index)
    }
  }

  async arrived(index: number): Promise<void> {
    await this.#opening.get(index)
  }
}
