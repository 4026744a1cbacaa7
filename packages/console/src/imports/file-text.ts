import { pageLimits } from '../limits.js'

/** The bytes of a file are no text of the encoding that is named. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError'
}

/** A file that is packed with gzip ends too early, or is damaged. */
export class UnpackingError extends Error {
  override readonly name = 'UnpackingError'
}

/** The text of a file, read piece by piece as it is asked for; a file of gzip is unpacked. */
export class FileText {
  readonly #file: Blob
  readonly #encoding: string
  #read = 0

  constructor(file: Blob, encoding: string) {
    this.#file = file
    this.#encoding = encoding
  }

  /** Of the file as it is stored, so far. */
  get bytesRead(): number {
    return this.#read
  }

  /** Rejects with the errors above, or with the browser's when the file cannot be read any more. */
  async *pieces(): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder(this.#encoding, { fatal: true })
    const bytes = (await isPacked(this.#file)) ? this.#unpacked() : this.#stored()
    for await (const piece of bytes) yield decoded(decoder, piece, true)
    const rest = decoded(decoder, new Uint8Array(), false)
    if (rest !== '') yield rest
  }

  async *#stored(): AsyncGenerator<Uint8Array, void, undefined> {
    while (this.#read < this.#file.size) yield await this.#next()
  }

  async *#unpacked(): AsyncGenerator<Uint8Array, void, undefined> {
    const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (into) => {
        if (this.#read < this.#file.size) into.enqueue(await this.#next())
        else into.close()
      },
    })
    const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader()
    try {
      for (;;) {
        const { done, value } = await unpacking(reader.read())
        if (done) return
        yield value
      }
    } finally {
      // What is left of a file that is read in part, such as its sample, is let go.
      await reader.cancel().catch(() => {})
    }
  }

  async #next(): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(this.#file.size, this.#read + pageLimits.FILE_PIECE_BYTES)
    const bytes = await this.#file.slice(this.#read, end).arrayBuffer()
    this.#read = end
    return new Uint8Array(bytes)
  }
}

async function unpacking<Piece>(piece: Promise<Piece>): Promise<Piece> {
  try {
    return await piece
  } catch (error) {
    // A file that cannot be read any more is told as such.
    if (error instanceof DOMException) throw error
    throw new UnpackingError('gzip')
  }
}

const GZIP = [0x1f, 0x8b]

/** Whether a file is packed with gzip, by its first bytes. */
export async function isPacked(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer())
  return GZIP.every((byte, at) => head[at] === byte)
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new EncodingError(decoder.encoding)
  }
}
