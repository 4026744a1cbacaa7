import { entryBytes, writeEntry } from '../entry-form.js'
import { ENTRY_START_BYTES, EntryStarts } from './entry-block.js'

/** The entries of a part of the index, until it is written. Their form is that of data. */
export class IndexBlock {
  readonly #max: number
  readonly #starts = new EntryStarts()
  #bytes: Buffer
  #end = 0

  constructor(bytes: number) {
    this.#max = bytes
    this.#bytes = Buffer.alloc(bytes)
  }

  clear(): void {
    this.#starts.clear()
    this.#end = 0
  }

  get isEmpty(): boolean {
    return this.#starts.count === 0
  }

  /** The first entry always has room. */
  hasRoom(keyBytes: number, valueBytes: number): boolean {
    const added = entryBytes(keyBytes, valueBytes) + ENTRY_START_BYTES
    return this.isEmpty || this.#end + added + this.#starts.bytes <= this.#max
  }

  add(key: Buffer, value: Buffer): void {
    this.#grow(entryBytes(key.length, value.length) + ENTRY_START_BYTES + this.#starts.bytes)
    this.#starts.add(this.#end)
    this.#end = writeEntry(this.#bytes, this.#end, key, value)
  }

  /** Valid until the next entry is added. */
  takeContent(): Buffer {
    const content = this.#bytes.subarray(0, this.#starts.write(this.#bytes, this.#end))
    this.#end = 0
    return content
  }

  #grow(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const grown = Buffer.alloc(this.#end + bytes)
    this.#bytes.copy(grown, 0, 0, this.#end)
    this.#bytes = grown
  }
}

/**
 * The shortest key that sorts behind the last key of a block, and not behind the first of the next, which
 * begins with it.
 */
export function separatorBetween(last: Buffer, next: Buffer): Buffer {
  let common = 0
  while (common < last.length && last[common] === next[common]) common++
  return Buffer.from(next.subarray(0, common + 1))
}
