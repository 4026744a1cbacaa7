/** Indexes that are in the catalogue but not yet in the search engine: searches on them wait. */
export class IndexArrivals {
  readonly #opening = new Map<number, Promise<void>>()

  /** The index counts as arriving until `opened` resolves. */
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
