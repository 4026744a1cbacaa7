import { crc32 } from 'node:zlib'
import { limits } from '@rowhouse/protocol'
import type { ObjectStore, ObjectUpload } from '../objects/object-store.js'
import type { FileHandle } from '../platform/files.js'

/** An object of a backup, and how it is known to be whole. */
export interface SummedContent {
  readonly name: string
  readonly bytes: number
  /** CRC-32 of all of it. */
  readonly checksum: number
}

/** A new object that is written from its beginning to its end, with a checksum of all of it. */
export class SummedObject {
  readonly #upload: ObjectUpload
  readonly #name: string
  bytes = 0
  #checksum = 0

  private constructor(upload: ObjectUpload, name: string) {
    this.#upload = upload
    this.#name = name
  }

  static async create(objects: ObjectStore, name: string): Promise<SummedObject> {
    return new SummedObject(await objects.upload(name), name)
  }

  /** One call at a time. */
  async append(data: Buffer): Promise<void> {
    this.#checksum = crc32(data, this.#checksum)
    this.bytes += data.length
    await this.#upload.append(data)
  }

  /** Appends bytes of a file. */
  async copy(source: FileHandle, offset: number, length: number): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(length, limits.BACKUP_PIECE_BYTES))
    for (let at = 0; at < length; at += buffer.length) {
      const wanted = Math.min(buffer.length, length - at)
      const piece = await source.read(offset + at, wanted, buffer)
      if (piece.length < wanted) throw new Error(`a file ended before ${length} bytes were copied`)
      await this.append(piece)
    }
  }

  async finish(): Promise<SummedContent> {
    await this.#upload.complete()
    return { name: this.#name, bytes: this.bytes, checksum: this.#checksum }
  }

  /** After trouble: nothing is left of it, if the store lets us. */
  async abandon(): Promise<void> {
    await this.#upload.abort().catch(() => {})
  }
}

/** Writes an object, or leaves nothing of it. */
export async function writeSummed(
  objects: ObjectStore,
  name: string,
  write: (object: SummedObject) => Promise<void>,
): Promise<SummedContent> {
  const object = await SummedObject.create(objects, name)
  try {
    await write(object)
    return await object.finish()
  } catch (error) {
    await object.abandon()
    throw error
  }
}
