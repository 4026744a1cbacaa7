import { invariant } from '@rowhouse/platform'
import type { Version } from '../versions/store-version.js'

/** Whoever reads as of a moment, over a while. */
export interface MomentReader {
  /** The same entries are in another version now. */
  moved(): void
}

/** The store as it was, for as long as anybody holds it. */
export class Moment {
  /** Of the last mutation that its readers see. */
  readonly sequence: number
  readonly readers = new Set<MomentReader>()
  readonly #onReleased: (moment: Moment) => void
  #version: Version
  #holders = 1

  /** Takes over a pin of the version, and begins with one holder. */
  constructor(version: Version, sequence: number, onReleased: (moment: Moment) => void) {
    this.#version = version
    this.sequence = sequence
    this.#onReleased = onReleased
  }

  get version(): Version {
    return this.#version
  }

  get isHeld(): boolean {
    return this.#holders > 0
  }

  hold(): this {
    invariant(this.isHeld, 'a moment that was given up is not read again')
    this.#holders++
    return this
  }

  release(): void {
    if (--this.#holders > 0) return
    this.#version.unpin()
    this.#onReleased(this)
  }

  /** To a version with the same entries as of this moment, whose pin it takes over. */
  move(version: Version): void {
    this.#version.unpin()
    this.#version = version
    for (const reader of this.readers) reader.moved()
  }
}
