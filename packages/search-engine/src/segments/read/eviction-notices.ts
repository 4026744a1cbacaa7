/** Counts what a cache evicts, and tells those who ask for it. */
export class EvictionNotices {
  /** A listener is called once, and asks again when it keeps something again. */
  readonly #listeners = new Set<() => void>()
  #evictions = 0

  /** How often sections were evicted or not admitted. */
  get evictions(): number {
    return this.#evictions
  }

  onNextEviction(listener: () => void): void {
    this.#listeners.add(listener)
  }

  ignore(listener: () => void): void {
    this.#listeners.delete(listener)
  }

  tell(): void {
    this.#evictions++
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }
}
