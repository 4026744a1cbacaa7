import type { FileHandle } from '@rowhouse/platform'
import type { SegmentSink } from '../segments/format/segment-writer.js'

/** The bytes that are written at a time. */
const PIECE_BYTES = 4 * 1_048_576
/** Smaller pieces are joined. */
const SMALL_BYTES = 65_536

/** A segment on its way into its file: pieces wait in memory until `empty` writes them. */
export class SegmentFile implements SegmentSink {
  readonly #file: FileHandle
  #waiting: Uint8Array[] = []
  /** The buffer for small pieces, and how much of it is used. */
  #room = new Uint8Array(0)
  #used = 0
  #written = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  write(bytes: Uint8Array): void {
    if (bytes.length >= SMALL_BYTES) {
      this.#putTogether()
      this.#waiting.push(bytes)
      return
    }
    if (this.#used + bytes.length > this.#room.length) {
      this.#putTogether()
      this.#room = new Uint8Array(SMALL_BYTES)
    }
    this.#room.set(bytes, this.#used)
    this.#used += bytes.length
  }

  /** Writes what waits to the file. */
  async empty(): Promise<void> {
    this.#putTogether()
    const waiting = this.#waiting
    this.#waiting = []
    for (const { buffer, byteOffset, length } of waiting) {
      for (let at = 0; at < length; at += PIECE_BYTES) {
        const piece = Buffer.from(buffer, byteOffset + at, Math.min(PIECE_BYTES, length - at))
        await this.#file.write(piece, this.#written)
        this.#written += piece.length
      }
    }
  }

  /** Resolves when everything is durable. */
  async finish(): Promise<void> {
    await this.empty()
    await this.#file.datasync()
    await this.#file.close()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #putTogether(): void {
    if (this.#used > 0) this.#waiting.push(this.#room.subarray(0, this.#used))
    this.#room = this.#room.subarray(this.#used)
    this.#used = 0
  }
}
