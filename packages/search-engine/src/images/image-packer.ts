import { outOfRange } from '@rowhouse/platform'
import type { PackedImages } from '../search-engine.js'
import { EXPIRES, GONE, HEAD_BYTES } from './image-flags.js'

const BYTES_MIN = 4_096
/** From this length on, a call that copies costs less than a loop over bytes. */
const LONG_BYTES = 48

/**
 * Packs images into one batch (see image-batch.ts), straight from the memory of their cells. It answers the
 * number of bytes that each image takes.
 */
export class ImagePacker {
  #bytes = new Uint8Array(0)
  #view = new DataView(this.#bytes.buffer)
  #count = 0
  /** The end of the complete images, where the current one begins. */
  #end = HEAD_BYTES
  #at = HEAD_BYTES
  /** The place for the size of the current image's cells. */
  #sizeAt = HEAD_BYTES
  #bytesBefore = BYTES_MIN
  /** Column names of this batch, numbered in the order in which they came. */
  readonly #names = new Map<string, number>()
  /** Names of the previous image: the next one mostly has the same. */
  readonly #before: string[] = []
  readonly #numbersBefore: number[] = []
  /** The number of cells in the current image. */
  #cells = 0

  begin(key: Uint8Array): void {
    this.#open(key, 0)
    // The expiry is known at the row's end, so this leaves room for it.
    this.#at += 8
    this.#sizeAt = this.#at
    this.#at += 4
    this.#cells = 0
  }

  cell(name: string, bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from + 8)
    const at = this.#at
    this.#view.setUint32(at, this.#numberOf(name), true)
    this.#view.setUint32(at + 4, to - from, true)
    this.#at = at + 8
    this.#copy(bytes, from, to)
  }

  end(expiresAt: number | undefined): number {
    const sizeAt = this.#sizeAt
    this.#view.setUint32(sizeAt, this.#at - sizeAt - 4, true)
    if (expiresAt !== undefined) {
      this.#bytes[this.#end] = EXPIRES
      this.#view.setFloat64(sizeAt - 8, expiresAt, true)
    }
    return this.#close()
  }

  gone(key: Uint8Array): number {
    this.#open(key, GONE)
    return this.#close()
  }

  /** Takes all images packed since the last call, in memory of their own. */
  take(): PackedImages {
    this.#at = this.#end
    if (this.#bytes.length === 0) this.#grow(HEAD_BYTES)
    this.#view.setUint32(0, this.#count, true)
    this.#view.setUint32(4, this.#at, true)
    this.#addNames()
    const used = this.#at
    const isFull = used >= (this.#bytes.length / 4) * 3
    const packed = isFull ? this.#bytes.subarray(0, used) : this.#bytes.slice(0, used)
    this.#bytesBefore = used
    this.#bytes = new Uint8Array(0)
    this.#view = new DataView(this.#bytes.buffer)
    this.#count = 0
    this.#end = HEAD_BYTES
    this.#at = HEAD_BYTES
    this.#names.clear()
    this.#before.length = 0
    return packed
  }

  #open(key: Uint8Array, flags: number): void {
    this.#at = this.#end
    this.#reserve(key.length + 17)
    this.#bytes[this.#at] = flags
    this.#view.setUint32(this.#at + 1, key.length, true)
    this.#at += 5
    this.#copy(key, 0, key.length)
  }

  #close(): number {
    const size = this.#at - this.#end
    this.#end = this.#at
    this.#count++
    return size
  }

  #addNames(): void {
    this.#reserve(4)
    this.#view.setUint32(this.#at, this.#names.size, true)
    this.#at += 4
    for (const name of this.#names.keys()) {
      const text = Buffer.from(name)
      this.#reserve(text.length + 4)
      this.#view.setUint32(this.#at, text.length, true)
      this.#at += 4
      this.#copy(text, 0, text.length)
    }
  }

  #numberOf(name: string): number {
    const place = this.#cells++
    if (this.#before[place] === name) return this.#numbersBefore[place] ?? outOfRange()
    const number = this.#names.get(name) ?? this.#names.size
    this.#names.set(name, number)
    this.#before[place] = name
    this.#numbersBefore[place] = number
    return number
  }

  #copy(source: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes
    let at = this.#at
    if (to - from > LONG_BYTES) {
      bytes.set(source.subarray(from, to), at)
      at += to - from
    } else for (let index = from; index < to; index++) bytes[at++] = source[index] ?? outOfRange()
    this.#at = at
  }

  #reserve(count: number): void {
    const needed = this.#at + count
    if (needed > this.#bytes.length) this.#grow(needed)
  }

  #grow(needed: number): void {
    const before = this.#bytes
    // The next batch is mostly about as large as the last.
    const expected = Math.max(BYTES_MIN, Math.ceil(this.#bytesBefore * 1.125))
    const size = Math.max(needed, before.length === 0 ? expected : before.length * 2)
    const grown = new Uint8Array(Buffer.allocUnsafeSlow(size).buffer)
    grown.set(before.subarray(0, this.#at))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}
