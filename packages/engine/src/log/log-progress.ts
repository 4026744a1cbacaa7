import { engineLimits } from '../limits.js'
import { type LogManifest, storeManifest } from './log-manifest.js'
import type { SegmentChain } from './segment-chain.js'

/**
 * Keeps the checkpoint and the cursors, both the durable values and those set last, and drops the segments
 * that they no longer need.
 */
export class LogProgress {
  readonly #chain: SegmentChain
  readonly #maxLagBytes: number
  readonly #durableEnd: () => number
  readonly #synced: () => Promise<void>
  readonly #cursors: Map<string, number>
  #checkpoint: number
  #durable: LogManifest
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(
    chain: SegmentChain,
    manifest: LogManifest,
    maxLagBytes: number,
    durableEnd: () => number,
    synced: () => Promise<void>,
  ) {
    this.#chain = chain
    this.#maxLagBytes = maxLagBytes
    this.#durableEnd = durableEnd
    this.#synced = synced
    this.#cursors = new Map(manifest.cursors)
    this.#checkpoint = manifest.checkpoint
    this.#durable = manifest
  }

  get durable(): LogManifest {
    return this.#durable
  }

  async checkpoint(position: number): Promise<void> {
    this.#assertDurable(position)
    this.#checkpoint = Math.max(this.#checkpoint, position)
    await this.save()
  }

  async setCursor(name: string, position: number): Promise<void> {
    this.#assertDurable(position)
    if (Buffer.byteLength(name, 'utf8') > engineLimits.LOG_CURSOR_NAME_BYTES_MAX) {
      throw new RangeError('cursor name too long')
    }
    if (!this.#cursors.has(name) && this.#cursors.size >= engineLimits.LOG_CURSORS_MAX) {
      throw new RangeError('too many cursors')
    }
    this.#cursors.set(name, position)
    await this.save()
  }

  async removeCursor(name: string): Promise<void> {
    this.#cursors.delete(name)
    await this.save()
  }

  /** Makes the latest values durable. Calls during a running save share the next one. */
  save(): Promise<void> {
    if (this.#next === undefined) {
      const next = this.#last.then(() => {
        this.#next = undefined
        return this.#write()
      })
      this.#next = next
      this.#last = next.catch(() => {})
    }
    return this.#next
  }

  /** Resolves when the saves requested so far have ended, whether they succeeded or not. */
  settled(): Promise<void> {
    return this.#last
  }

  async #write(): Promise<void> {
    const manifest = {
      start: Math.max(this.#durable.start, this.#chain.startFor(this.#needed())),
      checkpoint: this.#checkpoint,
      knownEnd: this.#durableEnd(),
      cursors: new Map(this.#cursors),
    }
    // The manifest must not be ahead of what a relaxed log has on the disk.
    await this.#synced()
    await storeManifest(this.#chain.files, this.#chain.directory, manifest)
    this.#durable = manifest
    await this.#chain.dropBefore(manifest.start)
  }

  /**
   * The first position that the checkpoint or a cursor still needs; cursors that lag too far do not count.
   */
  #needed(): number {
    const oldest = this.#durableEnd() - this.#maxLagBytes
    let needed = this.#checkpoint
    for (const position of this.#cursors.values()) {
      if (position >= oldest) needed = Math.min(needed, position)
    }
    return needed
  }

  #assertDurable(position: number): void {
    if (!Number.isSafeInteger(position) || position < 0 || position > this.#durableEnd()) {
      throw new RangeError(`position ${position} is not in the durable log`)
    }
  }
}
