import type { Entry, EntryIterator } from '@rowhouse/store'
import type { EntryScan } from './partition-store.js'

/** A scan that begins once the store has everything that was visible at the first call of `next`. */
export class VisibleScan implements EntryScan {
  readonly #scan: EntryIterator
  readonly #caughtUp: () => Promise<void> | undefined
  #hasBegun = false
  #waiting: Promise<void> | undefined

  constructor(scan: EntryIterator, caughtUp: () => Promise<void> | undefined) {
    this.#scan = scan
    this.#caughtUp = caughtUp
  }

  next(): Promise<readonly Entry[]> {
    if (!this.#hasBegun) {
      this.#hasBegun = true
      this.#waiting = this.#caughtUp()
    }
    return this.#waiting?.then(() => this.#begin()) ?? this.#scan.next()
  }

  close(): Promise<void> {
    return this.#scan.close()
  }

  #begin(): Promise<readonly Entry[]> {
    this.#waiting = undefined
    return this.#scan.next()
  }
}
