/**
 * A row that waits to be written, and the promise of it that its caller has. A promise of the runtime is made
 * only when somebody asks: most programs look at few of them, and they cost memory and turns.
 */
export class PendingRow implements Promise<void> {
  /** Rows with equal texts are written in the given order; a row with undefined waits for no other. */
  readonly order: string | undefined
  attempts = 0
  /** Attempts since the server last took other rows while it refused this one. */
  attemptsInVain = 0
  /** How many rows the writer had written at the last refusal. */
  writtenAtRefusal = -1
  /** The next row with the same order, which waits until this one is done. */
  next: PendingRow | undefined = undefined
  /** The encoded row while it is in no request. */
  field: Buffer | undefined = undefined
  #isWritten = false
  #promise: Promise<void> | undefined = undefined
  #resolve: (() => void) | undefined = undefined
  #reject: ((error: unknown) => void) | undefined = undefined

  constructor(order: string | undefined) {
    this.order = order
  }

  /** The row is written. */
  resolve(): void {
    this.#isWritten = true
    this.#resolve?.()
  }

  /** The row is given up. If nobody has asked for the promise, Node.js reports an unhandled rejection. */
  reject(error: unknown): void {
    if (this.#reject === undefined) this.#promise = Promise.reject(error)
    else this.#reject(error)
  }

  // oxlint-disable-next-line no-thenable -- It is a promise, and behaves like one.
  then<Done = void, Failed = never>(
    onWritten?: ((value: void) => Done | PromiseLike<Done>) | null,
    onFailed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#asked().then(onWritten, onFailed)
  }

  catch<Failed = never>(
    onFailed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<void | Failed> {
    return this.#asked().catch(onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<void> {
    return this.#asked().finally(onEnd)
  }

  get [Symbol.toStringTag](): string {
    return 'Promise'
  }

  #asked(): Promise<void> {
    this.#promise ??= this.#isWritten
      ? Promise.resolve()
      : new Promise((resolve, reject) => {
          this.#resolve = resolve
          this.#reject = reject
        })
    return this.#promise
  }
}
