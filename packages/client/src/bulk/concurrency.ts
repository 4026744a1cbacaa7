/**
 * How many requests may be under way: one more after each round without a refusal, and half as many after a
 * refusal for the server's load. So it settles near what the server can take.
 */
export class Concurrency {
  readonly #most: number
  #allowed: number
  #goodSinceChange = 0

  constructor(first: number, most: number) {
    this.#most = most
    this.#allowed = Math.min(first, most)
  }

  get allowed(): number {
    return Math.floor(this.#allowed)
  }

  succeeded(): void {
    this.#goodSinceChange += 1
    if (this.#goodSinceChange < this.#allowed) return
    this.#goodSinceChange = 0
    this.#allowed = Math.min(this.#most, this.#allowed + 1)
  }

  refused(): void {
    this.#goodSinceChange = 0
    this.#allowed = Math.max(1, this.#allowed / 2)
  }
}
