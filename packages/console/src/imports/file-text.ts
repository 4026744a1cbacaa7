import { pageLimits } from '../limits.js'

/** The bytes of a file are no text of the encoding that is named. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError'
}

/** The text of a file, read piece by piece as it is asked for. */
export class FileText {
  readonly #file: Blob
  readonly #encoding: string
  #read = 0

  constructor(file: Blob, encoding: string) {
    this.#file = file
    this.#encoding = encoding
  }

  /** Of the file, so far. */
  get bytesRead(): number {
    return this.#read
  }

  /** Rejects with EncodingError, or with the browser's error when the file cannot be read any more. */
  async *pieces(): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder(this.#encoding, { fatal: true })
    const size = this.#file.size
    while (this.#read < size) {
      const end = Math.min(size, this.#read + pageLimits.FILE_PIECE_BYTES)
      const bytes = await this.#file.slice(this.#read, end).arrayBuffer()
      this.#read = end
      yield decoded(decoder, bytes, end < size)
    }
  }
}

function decoded(decoder: TextDecoder, bytes: ArrayBuffer, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new EncodingError(decoder.encoding)
  }
}
