import { engineLimits } from '../limits.js'
import type { CommitLog } from '../log/commit-log.js'
import { FolderLostError } from '@rowhouse/platform'
import type { KeyValueStore } from '@rowhouse/store'

/**
 * Flushes the store in the background when the log has grown enough since the last checkpoint, and then
 * tells the log which part a restart no longer needs. A failed flush is retried after some more log.
 */
export class Checkpointer {
  readonly #log: CommitLog
  readonly #store: KeyValueStore
  readonly #bytes: number
  readonly #check: () => Promise<void> | undefined
  #nextAt: number
  #running: Promise<void> | undefined
  #failures = 0

  /**
   * `check` rejects when the store's folder is lost, so that nothing is written to another folder of the
   * same name.
   */
  constructor(
    log: CommitLog,
    store: KeyValueStore,
    bytes: number = engineLimits.CHECKPOINT_BYTES,
    check: () => Promise<void> | undefined = () => undefined,
  ) {
    this.#log = log
    this.#store = store
    this.#bytes = bytes
    this.#check = check
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

  /** Makes a last checkpoint, so that the next start has nothing to replay. */
  async close(position: number): Promise<void> {
    await this.#running
    if (position <= this.#log.checkpointed) return
    try {
      await this.#checkpoint(position)
    } catch (error) {
      // The loss has been reported, and the next start could not find this checkpoint.
      if (!(error instanceof FolderLostError)) throw error
    }
  }

  async #checkpoint(position: number): Promise<void> {
    await this.#check()
    await this.#store.flush()
    await this.#log.checkpoint(position)
  }
}
