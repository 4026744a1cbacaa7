import type { FileHandle } from '@rowhouse/engine'
import type { SegmentSink } from '../segments/format/segment-writer.js'

const PIECE_BYTES = 4 * 1_048_576

/** A segment on its way into its file, in pieces: what is written waits in memory until it is emptied. */
export class SegmentFile implements SegmentSink {
  readonly #file: FileHandle
  #pieces: Buffer[] = []
  /** Of the last piece. */
  #used = 0
  #written = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = this.#room(bytes.length - at)
      const part = bytes.subarray(at, at + piece.length - this.#used)
      piece.set(part, this.#used)
      this.#used += part.length
      at += part.length
    }
  }

  /** Carries what waits into the file. */
  async empty(): Promise<void> {
    const pieces = this.#pieces
    const used = this.#used
    this.#pieces = []
    this.#used = 0
    for (const [index, piece] of pieces.entries()) {
      const part = index === pieces.length - 1 ? piece.subarray(0, used) : piece
      await this.#file.write(part, this.#written)
      this.#written += part.length
    }
  }

  /** Everything is safe when it resolves. */
  async finish(): Promise<void> {
    await this.empty()
    await this.#file.datasync()
    await this.#file.close()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #room(wanted: number): Buffer {
    const last = this.#pieces.at(-1)
    if (last !== undefined && this.#used < last.length) return last
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(wanted, 65_536)))
    this.#pieces.push(piece)
    this.#used = 0
    return piece
  }
}
