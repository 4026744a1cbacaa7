/** Tells when sections are evicted. */
export interface Evictions {
  /** How often sections were evicted so far. */
  readonly evictions: number
  /** Calls the listener at the next eviction, and never again. */
  onNextEviction(listener: () => void): void
}

/**
 * Readers of sections by name, shared by all searches: opening a reader often costs more than using
 * it. Readers hold references to their sections, so all are dropped whenever the cache evicts one.
 */
export class KeptReaders<Reader extends object> {
  readonly #readers = new Map<string, Reader>()
  readonly #sections: Evictions

  constructor(sections: Evictions) {
    this.#sections = sections
  }

  get(name: string, open: () => Reader): Reader {
    const known = this.#readers.get(name)
    if (known !== undefined) return known
    const { evictions } = this.#sections
    const opened = open()
    // Opening the reader may itself have evicted a section that it holds.
    if (this.#sections.evictions !== evictions) return opened
    // Only who keeps something is notified: evictions are frequent, and segments many.
    if (this.#readers.size === 0) this.#sections.onNextEviction(this.#dropAll)
    this.#readers.set(name, opened)
    return opened
  }

  readonly #dropAll = (): void => this.#readers.clear()
}
