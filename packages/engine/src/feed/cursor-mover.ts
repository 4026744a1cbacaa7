import type { PartitionStore } from '../partitions/partition-store.js'

/** Moves a cursor forward, one write after the other, leaving out what a later one contains. */
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
   * Sets it wherever it was; a move that somebody has asked for before and that has not begun is not made
   * any more, for it would take the cursor back. Rejects when it cannot be set.
   */
  async set(position: number): Promise<void> {
    this.#wanted = position
    await this.#running
    await this.#store.setCursor(this.#name, Math.max(position, this.#wanted))
  }

  async close(): Promise<void> {
    await this.#running
  }

  /** What fails is made up for by the next move: a cursor that stays behind costs only space. */
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
