import type { PartitionStore } from '../partitions/partition-store.js'

/** Moves a cursor forward, one write at a time, and skips moves that a later one includes. */
export class CursorMover {
  readonly #store: Pick<PartitionStore, 'setCursor'>
  readonly #name: string
  readonly #onError: (error: unknown) => void
  #wanted = 0
  #running: Promise<void> | undefined

  constructor(
    store: Pick<PartitionStore, 'setCursor'>,
    name: string,
    onError: (error: unknown) => void,
  ) {
    this.#store = store
    this.#name = name
    this.#onError = onError
  }

  moveTo(position: number): void {
    if (position <= this.#wanted) return
    this.#wanted = position
    this.#running ??= this.#run()
  }

  /**
   * Sets the cursor wherever it was. Earlier moves that have not begun are dropped, because they would move
   * the cursor back. Rejects when the cursor cannot be set.
   */
  async set(position: number): Promise<void> {
    this.#wanted = position
    await this.#running
    await this.#store.setCursor(this.#name, Math.max(position, this.#wanted))
  }

  async close(): Promise<void> {
    await this.#running
  }

  /** The next move makes up for one that failed: a cursor that lags only costs space. */
  async #run(): Promise<void> {
    let reached = -1
    while (reached < this.#wanted) {
      reached = this.#wanted
      try {
        await this.#store.setCursor(this.#name, reached)
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#running = undefined
  }
}
