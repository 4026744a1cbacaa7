import { limits } from '@rowhouse/protocol'
import type { CommitLog } from '../log/commit-log.js'
import type { KeyValueStore } from '../store/key-value-store.js'

/**
 * Flushes the store in the background when enough log has come since the last time, and then tells the
 * log how far it is not needed any more. A flush that fails is tried again after some more log.
 */
export class Checkpointer {
  readonly #log: CommitLog
  readonly #store: KeyValueStore
  readonly #bytes: number
  #nextAt: number
  #running: Promise<void> | undefined
  #failures = 0

  constructor(log: CommitLog, store: KeyValueStore, bytes: number = limits.CHECKPOINT_BYTES) {
    this.#log = log
    this.#store = store
    this.#bytes = bytes
    this.#nextAt = log.checkpointed + bytes
  }

  get failures(): number {
    return this.#failures
  }

  /** Everything before `position` is in the store, flushed or not. */
  applied(position: number): void {
    if (position < this.#nextAt || this.#running !== undefined) return
    this.#nextAt = position + this.#bytes
    this.#running = this.#checkpoint(position)
      .catch(() => {
        this.#failures++
      })
      .finally(() => {
        this.#running = undefined
      })
  }

  /** A last checkpoint, so that the next start has nothing to replay. */
  async close(position: number): Promise<void> {
    await this.#running
    if (position > this.#log.checkpointed) await this.#checkpoint(position)
  }

  async #checkpoint(position: number): Promise<void> {
    await this.#store.flush()
    await this.#log.checkpoint(position)
  }
}
