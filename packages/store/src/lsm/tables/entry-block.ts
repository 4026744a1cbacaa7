import { outOfRange } from '@rowhouse/platform'
import { readU16 } from '../blocks/block-handle.js'
import { type EntryPlace, compareBytes, readEntry } from '../entry-form.js'

/*
 * The content of a block of data, or of a part of the index: at least one entry, where each entry starts in
 * two bytes, and their count in two more. So any entry is found at once, in both directions.
 */

/** An entry takes this much beside its own bytes. */
export const ENTRY_START_BYTES = 2
export const ENTRY_COUNT_BYTES = 2

export const entriesIn = (bytes: Uint8Array, end: number): number =>
  readU16(bytes, end - ENTRY_COUNT_BYTES)

/** The starts of the entries lie from here. */
export const startsIn = (end: number, entries: number): number =>
  end - ENTRY_COUNT_BYTES - entries * ENTRY_START_BYTES

/** Reads an entry of the block that lies from `at` to `end`. */
export function readEntryAt(
  bytes: Uint8Array,
  at: number,
  starts: number,
  entry: number,
  place: EntryPlace,
): void {
  readEntry(bytes, at + readU16(bytes, starts + entry * ENTRY_START_BYTES), place)
}

/** How many entries have a key below this one: the first of the others stands there. */
export const entriesBelow = (
  bytes: Uint8Array,
  at: number,
  end: number,
  key: Uint8Array,
  place: EntryPlace,
): number => countWhere(bytes, at, end, key, place, 0)

/** How many entries have this key or one below. */
export const entriesUpTo = (
  bytes: Uint8Array,
  at: number,
  end: number,
  key: Uint8Array,
  place: EntryPlace,
): number => countWhere(bytes, at, end, key, place, 1)

/** Counts the entries that compare with the key below the limit. */
function countWhere(
  bytes: Uint8Array,
  at: number,
  end: number,
  key: Uint8Array,
  place: EntryPlace,
  limit: 0 | 1,
): number {
  const entries = entriesIn(bytes, end)
  const starts = startsIn(end, entries)
  let low = 0
  let high = entries
  while (low < high) {
    const middle = (low + high) >>> 1
    readEntryAt(bytes, at, starts, middle, place)
    if (compareBytes(bytes, place.keyAt, place.keyEnd, key, 0, key.length) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Collects where the entries of a block start, and writes that behind them. */
export class EntryStarts {
  #starts = new Uint16Array(64)
  count = 0

  /** Bytes behind the entries. */
  get bytes(): number {
    return this.count * ENTRY_START_BYTES + ENTRY_COUNT_BYTES
  }

  clear(): void {
    this.count = 0
  }

  add(start: number): void {
    if (this.count === this.#starts.length) {
      const grown = new Uint16Array(2 * this.count)
      grown.set(this.#starts)
      this.#starts = grown
    }
    this.#starts[this.count++] = start
  }

  /** Answers where the block ends. */
  write(bytes: Buffer, end: number): number {
    let at = end
    for (let entry = 0; entry < this.count; entry++)
      at = bytes.writeUInt16LE(this.#starts[entry] ?? outOfRange(), at)
    at = bytes.writeUInt16LE(this.count, at)
    this.clear()
    return at
  }
}
