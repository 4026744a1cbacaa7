import type { SourceCursor } from '../entry-cursor.js'
import {
  type EntryPlace,
  createEntryPlace,
  entryBytes,
  readEntry,
  writeEntry,
} from '../entry-form.js'

/** Undefined is a tombstone. */
export type ListedEntry = readonly [key: string, value: string | undefined]

/** Entries of a test as a source; every other step answers by promise when it is asked to wait. */
export class ListCursor implements SourceCursor {
  bytes = Buffer.alloc(0)
  isOnEntry = false
  readonly #entries: readonly ListedEntry[]
  readonly #waits: boolean
  readonly #reverse: boolean
  readonly #place: EntryPlace = createEntryPlace()
  #at = 0
  /** Entries that were under the cursor. */
  seen = 0

  constructor(entries: readonly ListedEntry[], reverse = false, waits = false) {
    this.#entries = reverse ? entries.toReversed() : entries
    this.#waits = waits
    this.#reverse = reverse
  }

  get keyAt() {
    return this.#place.keyAt
  }
  get keyEnd() {
    return this.#place.keyEnd
  }
  get valueAt() {
    return this.#place.valueAt
  }
  get valueEnd() {
    return this.#place.valueEnd
  }
  get isTombstone() {
    return this.#place.isTombstone
  }

  first(): Promise<void> | undefined {
    return this.#show()
  }

  next(): Promise<void> | undefined {
    this.#at++
    return this.#show()
  }

  seek(key: Buffer): Promise<void> | undefined {
    const bound = key.toString('latin1')
    const at = this.#entries.findIndex(([name]) => (this.#reverse ? name < bound : name >= bound))
    this.#at = at === -1 ? this.#entries.length : at
    return this.#show()
  }

  pause(): void {}

  resume(): Promise<void> | undefined {
    return this.#show()
  }

  close(): void {
    this.isOnEntry = false
  }

  #show(): Promise<void> | undefined {
    const set = (): void => {
      const entry = this.#entries[this.#at]
      this.isOnEntry = entry !== undefined
      if (entry === undefined) return
      this.seen++
      const key = Buffer.from(entry[0], 'latin1')
      const value = entry[1] === undefined ? undefined : Buffer.from(entry[1], 'latin1')
      this.bytes = Buffer.alloc(entryBytes(key.length, value?.length))
      writeEntry(this.bytes, 0, key, value)
      readEntry(this.bytes, 0, this.#place)
    }
    if (this.#waits && this.#at % 2 === 0) return Promise.resolve().then(set)
    set()
    return undefined
  }
}
