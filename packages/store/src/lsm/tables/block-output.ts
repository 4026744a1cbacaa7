import type { FileHandle } from '@rowhouse/platform'

/** A file that grows at its end, through a buffer in which blocks are put together. */
export class BlockOutput {
  readonly #file: FileHandle
  /** What blocks that are not larger are put together in. */
  readonly #usual: Buffer
  /** Where the buffer begins in the file. */
  #base = 0
  bytes: Buffer
  /** Bytes of the buffer that are complete. */
  end = 0

  constructor(file: FileHandle, bytes: Buffer) {
    this.#file = file
    this.#usual = bytes
    this.bytes = bytes
  }

  /** Where `end` is in the file. */
  get position(): number {
    return this.#base + this.end
  }

  /** Makes room behind `end`; what was complete may be written first. */
  async makeRoom(bytes: number): Promise<void> {
    if (this.end + bytes <= this.bytes.length) return
    await this.write()
    this.bytes = bytes > this.#usual.length ? Buffer.allocUnsafeSlow(bytes) : this.#usual
  }

  async write(): Promise<void> {
    if (this.end === 0) return
    await this.#file.write(this.bytes.subarray(0, this.end), this.#base)
    this.#base += this.end
    this.end = 0
  }
}
