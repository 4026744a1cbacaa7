import { engineLimits } from '../limits.js'
import type { StoredValue } from './partition-store.js'

interface Slot extends StoredValue {
  value: Buffer | undefined
  bytes: number
  /** Set by a read since the clock hand last passed. */
  used: boolean
}

/**
 * What a slot takes beside name and value. The resident memory grew by 490 to 670 bytes for each of 200,000:
 * 350 in the heap for slot, map entry, name and buffer, the others outside of it.
 */
const SLOT_BYTES = 600

/**
 * A cache of values by name, bounded in bytes, with CLOCK eviction: a hand goes round and evicts what was
 * not read since it last passed. That is nearly as good as evicting the least recently used, and a hit only
 * sets a flag.
 */
export class RowCache {
  readonly #capacity: number
  readonly #slots = new Map<string, Slot>()
  #hand: MapIterator<[string, Slot]> = this.#slots.entries()
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(name: string): StoredValue | undefined {
    const slot = this.#slots.get(name)
    if (slot === undefined) {
      this.#misses++
      return undefined
    }
    this.#hits++
    slot.used = true
    return slot
  }

  /** Keeps the buffer itself if the value has its memory to itself, otherwise a copy. */
  fill(name: string, found: Buffer | undefined): void {
    const bytes = slotBytes(name, found)
    if (!this.#fits(found) || bytes > this.#capacity) {
      this.delete(name)
      return
    }
    const value = found === undefined ? undefined : inOwnMemory(found)
    const slot = this.#slots.get(name)
    if (slot === undefined) this.#slots.set(name, { value, isVerified: false, bytes, used: false })
    else {
      this.#bytes -= slot.bytes
      slot.value = value
      slot.isVerified = false
      slot.bytes = bytes
    }
    this.#bytes += bytes
    this.#makeRoom()
  }

  get isEmpty(): boolean {
    return this.#slots.size === 0
  }

  /** Replaces cached values only, so that writes do not evict rows that are read. */
  refresh(name: string, value: Buffer | undefined): void {
    if (this.#slots.has(name)) this.fill(name, value)
  }

  delete(name: string): void {
    const slot = this.#slots.get(name)
    if (slot === undefined) return
    this.#bytes -= slot.bytes
    this.#slots.delete(name)
  }

  /** Deletes the names in [start, end), which compare as their bytes do. */
  deleteRange(start: string, end: string): void {
    for (const name of this.#slots.keys()) if (name >= start && name < end) this.delete(name)
  }

  figures(): Readonly<Record<string, number>> {
    return {
      row_cache_bytes: this.#bytes,
      row_cache_rows: this.#slots.size,
      row_cache_hits: this.#hits,
      row_cache_misses: this.#misses,
    }
  }

  #fits(value: Buffer | undefined): boolean {
    return value === undefined || value.length <= engineLimits.ROW_CACHE_ENTRY_BYTES_MAX
  }

  #makeRoom(): void {
    while (this.#bytes > this.#capacity || this.#slots.size > engineLimits.ROW_CACHE_ENTRIES_MAX) {
      const next = this.#hand.next()
      if (next.done) {
        this.#hand = this.#slots.entries()
        continue
      }
      const [name, slot] = next.value
      if (slot.used) slot.used = false
      else this.delete(name)
    }
  }
}

function slotBytes(name: string, value: Buffer | undefined): number {
  return SLOT_BYTES + name.length + (value?.length ?? 0)
}

/**
 * A view would keep all that it is a view of: a log record, or the 8 KB that Node.js cuts small buffers from,
 * of which a cached row of 300 bytes held 3 KB on average.
 */
function inOwnMemory(value: Buffer): Buffer {
  if (value.length === value.buffer.byteLength) return value
  const copy = Buffer.allocUnsafeSlow(value.length)
  copy.set(value)
  return copy
}
