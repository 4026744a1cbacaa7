/** Buffers lines that arrive at any time and are read one by one. */
export class LineQueue {
  readonly #lines: string[] = []
  #isClosed = false
  #waiter: ((line: string | undefined) => void) | undefined

  add(line: string): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    if (waiter === undefined) this.#lines.push(line)
    else waiter(line)
  }

  close(): void {
    this.#isClosed = true
    this.#waiter?.(undefined)
    this.#waiter = undefined
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  next(): Promise<string | undefined> {
    const line = this.#lines.shift()
    if (line !== undefined || this.#isClosed) return Promise.resolve(line)
    return new Promise((resolve) => {
      this.#waiter = resolve
    })
  }
}
