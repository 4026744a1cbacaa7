const NAMED_MAX = 100

/** What a verification has found to be wrong: all of it is counted, the first of it is named. */
export class DamageList {
  readonly #named: string[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  get named(): readonly string[] {
    return this.#named
  }

  add(what: string): void {
    this.#count++
    if (this.#named.length < NAMED_MAX) this.#named.push(what)
  }

  /** Whatever is thrown while something is read makes it unreadable, so it is told like damage. */
  addError(what: string, error: unknown): void {
    this.add(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
