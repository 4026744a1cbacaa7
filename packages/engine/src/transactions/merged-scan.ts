import type { EntryScan } from '../partitions/partition-store.js'
import type { Entry } from '@rowhouse/store'

/** An entry that the transaction has written; without a value it hides the base's entry of the same key. */
export interface OwnEntry {
  readonly key: Buffer
  readonly value: Buffer | undefined
}

/** A scan in which the transaction's own entries replace those of the base. */
export class MergedScan implements EntryScan {
  readonly #base: EntryScan
  readonly #own: readonly OwnEntry[]
  readonly #isReverse: boolean
  #at = 0

  /** `own` is ordered in the direction of the scan. */
  constructor(base: EntryScan, own: readonly OwnEntry[], isReverse: boolean) {
    this.#base = base
    this.#own = own
    this.#isReverse = isReverse
  }

  async next(): Promise<readonly Entry[]> {
    for (;;) {
      const entries = await this.#base.next()
      const merged: Entry[] = []
      for (const entry of entries) this.#take(entry, merged)
      if (entries.length === 0) this.#takeOwn(undefined, merged)
      if (merged.length > 0 || entries.length === 0) return merged
    }
  }

  close(): Promise<void> {
    return this.#base.close()
  }

  #take(entry: Entry, merged: Entry[]): void {
    this.#takeOwn(entry.key, merged)
    const own = this.#own[this.#at]
    if (own === undefined || !own.key.equals(entry.key)) merged.push(entry)
  }

  /** Adds the own entries before a key, or all that are left. */
  #takeOwn(before: Buffer | undefined, merged: Entry[]): void {
    for (; this.#at < this.#own.length; this.#at++) {
      const own = this.#own[this.#at]
      if (own === undefined || (before !== undefined && !this.#isBefore(own.key, before))) return
      if (own.value !== undefined) merged.push({ key: own.key, value: own.value })
    }
  }

  #isBefore(key: Buffer, other: Buffer): boolean {
    const order = key.compare(other)
    return this.#isReverse ? order > 0 : order < 0
  }
}
