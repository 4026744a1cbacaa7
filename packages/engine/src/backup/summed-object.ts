import type { ObjectStore, ObjectUpload } from '@rowhouse/platform'
import { crc32 } from 'node:zlib'
import { engineLimits } from '../limits.js'
import { combineChecksums } from './combine-checksums.js'

/** An object of a backup, with what is needed to verify it. */
export interface SummedContent {
  readonly name: string
  readonly bytes: number
  /** The CRC-32 of the whole object. */
  readonly checksum: number
}

/** A new object that is written from start to end, with a checksum of all bytes. */
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

  /** One call may run at a time. */
  async append(data: Buffer): Promise<void> {
    await this.appendKnown(data, crc32(data))
  }

  /**
   * The same for bytes whose CRC-32 is known. Large data are written in slices, so that other work can run.
   */
  async appendKnown(data: Buffer, checksum: number): Promise<void> {
    this.#checksum = combineChecksums(this.#checksum, checksum, data.length)
    this.bytes += data.length
    for (let at = 0; at < data.length; at += engineLimits.BACKUP_PIECE_BYTES) {
      await this.#upload.append(data.subarray(at, at + engineLimits.BACKUP_PIECE_BYTES))
    }
  }

  async finish(): Promise<SummedContent> {
    await this.#upload.complete()
    return { name: this.#name, bytes: this.bytes, checksum: this.#checksum }
  }

  /** Removes the object after a failure, if the object store allows it. */
  async abandon(): Promise<void> {
    await this.#upload.abort().catch(() => {})
  }
}

/** Writes an object whole or not at all. */
export async function writeSummed(
  objects: ObjectStore,
  name: string,
  write: (object: SummedObject) => Promise<void>,
): Promise<SummedContent> {
  const object = await SummedObject.create(objects, name)
  const [, content] = await fillObject(object, () => write(object))
  return content
}

/** Completes an object once it is written, or removes it. */
export async function fillObject<T>(
  object: SummedObject,
  write: () => Promise<T>,
): Promise<readonly [T, SummedContent]> {
  try {
    const result = await write()
    return [result, await object.finish()]
  } catch (error) {
    await object.abandon()
    throw error
  }
}
