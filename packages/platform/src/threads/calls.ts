/** Calls to another thread that wait for their answers. */
export class Calls {
  readonly #waiting = new Map<number, Waiting>()
  #next = 1

  /** Sends a numbered call; the promise settles with its answer. */
  make(send: (call: number) => void): Promise<unknown> {
    const call = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      send(call)
    })
  }

  answer(call: number, value: unknown): void {
    this.#take(call)?.resolve(value)
  }

  fail(call: number, error: Error): void {
    this.#take(call)?.reject(error)
  }

  /** Called when the other thread has ended. */
  failAll(error: Error): void {
    for (const call of this.#waiting.keys()) this.fail(call, error)
  }

  #take(call: number): Waiting | undefined {
    const waiting = this.#waiting.get(call)
    this.#waiting.delete(call)
    return waiting
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}
