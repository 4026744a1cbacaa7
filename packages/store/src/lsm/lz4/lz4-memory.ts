/** What `compressLz4` and `decompressLz4` work with, for one call at a time. */
export class Lz4Memory {
  /** Where a hash of four bytes was seen last. */
  readonly positions = new Int32Array(POSITIONS)
  readonly #from = new WordsOfBytes()
  readonly #into = new WordsOfBytes()

  wordsFrom(bytes: Buffer): DataView {
    return this.#from.of(bytes)
  }

  wordsInto(bytes: Buffer): DataView {
    return this.#into.of(bytes)
  }
}

/** Bytes as words at any place. The same bytes as last time cost nothing. */
class WordsOfBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #words = new DataView(this.#bytes.buffer, 0, 0)

  of(bytes: Buffer): DataView {
    if (this.#bytes !== bytes) {
      this.#bytes = bytes
      this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    return this.#words
  }
}

const POSITIONS = 4096
