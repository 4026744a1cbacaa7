/** Notifies its listeners when sections are evicted. */
export interface LetsGo {
  onLetGo(listener: () => void): void
}

/**
 * Readers of sections by name, shared by all searches: opening a reader often costs more than using
 * it. Readers hold references to their sections, so all are dropped whenever the cache evicts one.
 */
export class KeptReaders<Reader extends object> {
  readonly #readers = new Map<string, Reader>()
  #clearings = 0

  constructor(sections: LetsGo) {
    sections.onLetGo(() => {
      if (this.#readers.size > 0) this.#readers.clear()
      this.#clearings += 1
    })
  }

  get(name: string, open: () => Reader): Reader {
    const known = this.#readers.get(name)
    if (known !== undefined) return known
    const before = this.#clearings
    const opened = open()
    // Opening the reader may itself have evicted a section that it holds.
    if (this.#clearings === before) this.#readers.set(name, opened)
    return opened
  }
}
