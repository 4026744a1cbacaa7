import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { limits } from '@rowhouse/protocol'
import type { FileHandle, Files } from '../platform/files.js'
import type { BackupFile } from './backup-manifest.js'

/** A new file that is written from its beginning to its end, with a checksum of all of it. */
export class SummedFile {
  readonly #file: FileHandle
  readonly #kind: BackupFile['kind']
  readonly #name: string
  bytes = 0
  #checksum = 0

  private constructor(file: FileHandle, kind: BackupFile['kind'], name: string) {
    this.#file = file
    this.#kind = kind
    this.#name = name
  }

  static async create(
    files: Files,
    directory: string,
    kind: BackupFile['kind'],
    name: string,
  ): Promise<SummedFile> {
    return new SummedFile(await files.open(join(directory, name), 'create'), kind, name)
  }

  /** One call at a time. */
  async append(data: Buffer): Promise<void> {
    this.#checksum = crc32(data, this.#checksum)
    const at = this.bytes
    this.bytes += data.length
    await this.#file.write(data, at)
  }

  /** Appends the first bytes of another file. */
  async copy(source: FileHandle, length: number): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(limits.BACKUP_PIECE_BYTES)
    for (let at = 0; at < length; at += buffer.length) {
      const wanted = Math.min(buffer.length, length - at)
      const piece = await source.read(at, wanted, buffer)
      if (piece.length < wanted) throw new Error(`a file ended before ${length} bytes were copied`)
      await this.append(piece)
    }
  }

  async finish(): Promise<BackupFile> {
    await this.#file.datasync()
    await this.#file.close()
    return { kind: this.#kind, name: this.#name, bytes: this.bytes, checksum: this.#checksum }
  }

  /** After trouble: what is there stays, and nobody takes it for a backup. */
  async abandon(): Promise<void> {
    await this.#file.close()
  }
}
