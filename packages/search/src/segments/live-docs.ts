import { crc32 } from 'node:zlib'

const MAGIC = 'RHLIVEDS'
const VERSION = 1
const HEADER_BYTES = 24

/**
 * Which documents of a segment are alive. A view that was handed out never changes: the next delete works
 * on a copy.
 */
export class LiveDocs {
  readonly documents: number
  #liveCount: number
  /** Undefined as long as all are alive. */
  #live: Uint32Array | undefined
  /** Whether somebody has a view of `#live`. */
  #isShared = false

  constructor(documents: number, live?: Uint32Array) {
    this.documents = documents
    this.#live = live
    this.#liveCount = live === undefined ? documents : countBits(live)
  }

  get liveCount(): number {
    return this.#liveCount
  }

  isAlive(document: number): boolean {
    const live = this.#live
    return live === undefined || ((live[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0
  }

  /** Whether the document was alive until now. */
  delete(document: number): boolean {
    if (document < 0 || document >= this.documents)
      throw new RangeError(`document ${document} of ${this.documents}`)
    if (!this.isAlive(document)) return false
    const live = this.#own()
    live[document >>> 5] = (live[document >>> 5] ?? 0) & ~(1 << (document & 31))
    this.#liveCount--
    return true
  }

  /** For a SegmentView. */
  view(): { readonly live: Uint32Array | undefined; readonly liveCount: number } {
    this.#isShared = true
    return { live: this.#live, liveCount: this.#liveCount }
  }

  #own(): Uint32Array {
    if (this.#live === undefined) this.#live = allAlive(this.documents)
    else if (this.#isShared) this.#live = this.#live.slice()
    this.#isShared = false
    return this.#live
  }

  encode(): Uint8Array {
    const live = this.#live ?? new Uint32Array(0)
    const words = Buffer.from(live.buffer, live.byteOffset, live.byteLength)
    const header = Buffer.alloc(HEADER_BYTES)
    header.write(MAGIC, 0, 'latin1')
    header.writeUInt32LE(VERSION, 8)
    header.writeUInt32LE(this.documents, 12)
    header.writeUInt32LE(this.#liveCount, 16)
    header.writeUInt32LE(checksumOf(header, words), 20)
    return Buffer.concat([header, words])
  }
}

/** Undefined when the bytes are not what `encode` made for a segment of so many documents. */
export const decodeLiveDocs = (encoded: Uint8Array, documents: number): LiveDocs | undefined => {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 8) !== MAGIC) return undefined
  const words = bytes.subarray(HEADER_BYTES)
  if (checksumOf(bytes, words) !== bytes.readUInt32LE(20) || bytes.readUInt32LE(8) !== VERSION)
    return undefined
  if (bytes.readUInt32LE(12) !== documents) return undefined
  if (words.length === 0) return new LiveDocs(documents)
  if (words.length !== Math.ceil(documents / 32) * 4) return undefined
  // A copy, because the words may stand anywhere in their buffer.
  return new LiveDocs(documents, new Uint32Array(new Uint8Array(words).buffer))
}

/** zlib forgets the first part's checksum when the second has no memory at all. */
const checksumOf = (header: Uint8Array, words: Uint8Array): number => {
  const first = crc32(header.subarray(0, 20))
  return words.length === 0 ? first : crc32(words, first)
}

const allAlive = (documents: number): Uint32Array => {
  const live = new Uint32Array(Math.ceil(documents / 32)).fill(0xffff_ffff)
  const rest = documents % 32
  if (rest > 0) live[live.length - 1] = 2 ** rest - 1
  return live
}

const countBits = (words: Uint32Array): number => {
  let count = 0
  for (const word of words) {
    let bits = word - ((word >>> 1) & 0x5555_5555)
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
  }
  return count
}
