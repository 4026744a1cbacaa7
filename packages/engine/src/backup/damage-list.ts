const NAMED_MAX = 100

/** The damage that a verification has found: all of it is counted, and the first items are named. */
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

  /** Any error while something is read makes it unreadable, so it counts as damage. */
  addError(what: string, error: unknown): void {
    this.add(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
