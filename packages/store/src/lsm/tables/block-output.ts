import type { FileHandle } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'

/** A file that grows at its end, through a buffer in which blocks are put together. */
export class BlockOutput {
  readonly #file: FileHandle
  /** Where the buffer begins in the file. */
  #base = 0
  bytes = Buffer.allocUnsafeSlow(storeLimits.TABLE_WRITE_BYTES)
  /** Bytes of the buffer that are complete. */
  end = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Where `end` is in the file. */
  get position(): number {
    return this.#base + this.end
  }

  /** Makes room behind `end`; what was complete may be written first. */
  async makeRoom(bytes: number): Promise<void> {
    if (this.end + bytes <= this.bytes.length) return
    await this.write()
    const length = Math.max(storeLimits.TABLE_WRITE_BYTES, bytes)
    if (this.bytes.length !== length) this.bytes = Buffer.allocUnsafeSlow(length)
  }

  async write(): Promise<void> {
    if (this.end === 0) return
    await this.#file.write(this.bytes.subarray(0, this.end), this.#base)
    this.#base += this.end
    this.end = 0
  }
}
