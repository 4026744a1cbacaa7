import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import { hasCode } from '@rowhouse/platform'

/**
 * A file that is appended to and whose length is in the journal. Bytes beyond that length are truncated
 * after a crash, because they will be written again.
 */
export class AppendFile {
  readonly path: string
  readonly #mode: number
  #file: FileHandle | undefined
  #length: number

  constructor(path: string, length: number, mode = 0o600) {
    this.path = path
    this.#length = length
    this.#mode = mode
  }

  get length(): number {
    return this.#length
  }

  /** Truncates the file to its length, or makes it empty without one. */
  async open(): Promise<void> {
    const file = await open(this.path, this.#length === 0 ? 'w' : 'r+', this.#mode)
    await file.truncate(this.#length)
    this.#file = file
  }

  /** Removes what an earlier transfer left at this path; devices and pipes stay. */
  async remove(): Promise<void> {
    try {
      if ((await lstat(this.path)).isFile()) await rm(this.path)
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }

  async append(data: Buffer): Promise<void> {
    if (this.#file === undefined) await this.open()
    let written = 0
    while (written < data.length) {
      const { bytesWritten } = (await this.#file?.write(
        data,
        written,
        data.length - written,
        this.#length + written,
      )) ?? { bytesWritten: 0 }
      written += bytesWritten
    }
    this.#length += data.length
  }

  async sync(): Promise<void> {
    await this.#file?.datasync()
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }
}
