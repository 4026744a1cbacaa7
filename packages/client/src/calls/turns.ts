/**
 * Lets one at a time go on in a turn of the event loop. Who has the answer of a large batch encodes the
 * next one, and undici writes to a connection that was used before at the end of a turn: when the answers of
 * one commit come together, each next request leaves before the one behind it is encoded.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  /** Resolves at once in a free turn, otherwise in a later one, in order. */
  async next(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    // What goes on now asks for a write at the end of the next turn; the one behind it has to come later.
    setImmediate(() => setImmediate(this.#end))
  }

  readonly #end = (): void => {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }
}
