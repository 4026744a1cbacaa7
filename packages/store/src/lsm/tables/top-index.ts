import { outOfRange } from '@rowhouse/platform'
import { type BlockHandle, HANDLE_BYTES, readHandle, writeHandle } from '../blocks/block-handle.js'
import { compareBytes, createEntryPlace, entryBytes, readEntry, writeEntry } from '../entry-form.js'

const START_BYTES = 4
const COUNT_BYTES = 4

/** A run of data blocks with one part of the index and one filter. */
export interface PartitionRecord {
  /** No key of the partition is below it, and all keys of the partition before are. */
  readonly separator: Buffer
  readonly index: BlockHandle
  readonly filter: BlockHandle
}

/** The content of the block: entries of separators and two handles, where each starts, and their count. */
export function encodeTopIndex(partitions: readonly PartitionRecord[]): Buffer {
  const lengths = partitions.map(({ separator }) => entryBytes(separator.length, 2 * HANDLE_BYTES))
  const entries = lengths.reduce((sum, length) => sum + length, 0)
  const bytes = Buffer.alloc(entries + partitions.length * START_BYTES + COUNT_BYTES)
  const handles = Buffer.alloc(2 * HANDLE_BYTES)
  let at = 0
  partitions.forEach(({ separator, index, filter }, number) => {
    bytes.writeUInt32LE(at, entries + number * START_BYTES)
    writeHandle(handles, 0, index)
    writeHandle(handles, HANDLE_BYTES, filter)
    at = writeEntry(bytes, at, separator, handles)
  })
  bytes.writeUInt32LE(partitions.length, bytes.length - COUNT_BYTES)
  return bytes
}

/** Finds the partition of a key. It is in memory as long as its table is open. */
export class TopIndex {
  readonly #bytes: Buffer
  readonly #starts: Uint32Array
  readonly #place = createEntryPlace()
  readonly partitions: number

  constructor(content: Buffer) {
    this.#bytes = content
    this.partitions = content.readUInt32LE(content.length - COUNT_BYTES)
    const starts = content.length - COUNT_BYTES - this.partitions * START_BYTES
    this.#starts = Uint32Array.from({ length: this.partitions }, (_, number) =>
      content.readUInt32LE(starts + number * START_BYTES),
    )
  }

  /** How many partitions begin at or before the key: the last of them may hold it. */
  countUpTo(key: Uint8Array): number {
    let low = 0
    let high = this.partitions
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compareSeparator(middle, key) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Below zero when the separator sorts first. */
  compareSeparator(partition: number, key: Uint8Array): number {
    const place = this.#place
    readEntry(this.#bytes, this.#starts[partition] ?? outOfRange(), place)
    return compareBytes(this.#bytes, place.keyAt, place.keyEnd, key, 0, key.length)
  }

  readIndexHandle(partition: number, handle: BlockHandle): void {
    this.#readHandle(partition, 0, handle)
  }

  readFilterHandle(partition: number, handle: BlockHandle): void {
    this.#readHandle(partition, HANDLE_BYTES, handle)
  }

  separatorOf(partition: number): Buffer {
    const place = this.#place
    readEntry(this.#bytes, this.#starts[partition] ?? outOfRange(), place)
    return this.#bytes.subarray(place.keyAt, place.keyEnd)
  }

  #readHandle(partition: number, offset: number, handle: BlockHandle): void {
    readEntry(this.#bytes, this.#starts[partition] ?? outOfRange(), this.#place)
    readHandle(this.#bytes, this.#place.valueAt + offset, handle)
  }
}
