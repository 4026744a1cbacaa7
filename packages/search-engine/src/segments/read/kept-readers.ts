/** Who is told when memory of sections is let go of. */
export interface LetsGo {
  onLetGo(listener: () => void): void
}

/**
 * Readers of sections by name, for all searches: opening one costs more than many a question to it. They
 * hold their sections, so all of them are forgotten whenever a cache lets go of one.
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
    // Opening it may itself have pushed out what it needs.
    if (this.#clearings === before) this.#readers.set(name, opened)
    return opened
  }
}
