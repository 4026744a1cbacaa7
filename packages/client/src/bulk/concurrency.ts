/**
 * How many requests may be in flight: one more after each round without a refusal, and half as many after a
 * refusal because of the server's load. It settles near the server's capacity.
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
