import type { ImageColumn, RowImage } from '../search-engine.js'
import { EXPIRES, GONE } from './image-flags.js'

const FIRST_BYTES = 65_536
/** Copying so much by a call costs less than byte by byte. */
const LONG_BYTES = 48

/** Puts images into one piece of memory (see image-batch.ts), in one walk over them. */
export class ImagePacker {
  /** Used again for every batch. */
  #bytes = new Uint8Array(FIRST_BYTES)
  #view = new DataView(this.#bytes.buffer)
  #at = 0
  /** Of this batch, by the order in which they came. */
  readonly #names = new Map<string, number>()
  /** Names of the image before: the next one mostly has the same. */
  readonly #before: string[] = []
  readonly #numbersBefore: number[] = []

  /** In memory of its own. */
  pack(images: readonly RowImage[]): Uint8Array<ArrayBuffer> {
    this.#at = 0
    this.#names.clear()
    this.#before.length = 0
    for (const image of images) this.#add(image)
    const head = this.#head(images.length)
    const packed = new Uint8Array(Buffer.allocUnsafeSlow(head.length + this.#at).buffer)
    packed.set(head)
    packed.set(this.#bytes.subarray(0, this.#at), head.length)
    return packed
  }

  #head(images: number): Buffer {
    const parts = [Buffer.alloc(8)]
    parts[0]?.writeUInt32LE(images, 0)
    parts[0]?.writeUInt32LE(this.#names.size, 4)
    for (const name of this.#names.keys()) {
      const text = Buffer.from(name)
      const length = Buffer.alloc(4)
      length.writeUInt32LE(text.length)
      parts.push(length, text)
    }
    return Buffer.concat(parts)
  }

  #add({ key, columns, expiresAt }: RowImage): void {
    this.#reserve(key.length + 17)
    const flags = (columns === undefined ? GONE : 0) | (expiresAt === undefined ? 0 : EXPIRES)
    this.#bytes[this.#at] = flags
    this.#view.setUint32(this.#at + 1, key.length, true)
    this.#at += 5
    this.#copy(key)
    if (expiresAt !== undefined) {
      this.#view.setFloat64(this.#at, expiresAt, true)
      this.#at += 8
    }
    if (columns !== undefined) this.#addColumns(columns)
  }

  #addColumns(columns: readonly ImageColumn[]): void {
    const sizeAt = this.#at
    this.#at += 4
    for (let place = 0; place < columns.length; place++) {
      const column = columns[place]
      if (column === undefined) continue
      const { name, value } = column
      this.#reserve(value.length + 8)
      this.#view.setUint32(this.#at, this.#numberOf(name, place), true)
      this.#view.setUint32(this.#at + 4, value.length, true)
      this.#at += 8
      this.#copy(value)
    }
    this.#view.setUint32(sizeAt, this.#at - sizeAt - 4, true)
  }

  #numberOf(name: string, place: number): number {
    if (this.#before[place] === name) return this.#numbersBefore[place] ?? 0
    const number = this.#names.get(name) ?? this.#names.size
    this.#names.set(name, number)
    this.#before[place] = name
    this.#numbersBefore[place] = number
    return number
  }

  #copy(source: Uint8Array): void {
    const bytes = this.#bytes
    const at = this.#at
    const { length } = source
    if (length > LONG_BYTES) bytes.set(source, at)
    else for (let index = 0; index < length; index++) bytes[at + index] = source[index] ?? 0
    this.#at = at + length
  }

  #reserve(count: number): void {
    const needed = this.#at + count
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}
