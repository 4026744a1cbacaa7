import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { type ObjectUpload, expectDefined } from '@rowhouse/platform'
import type { Bucket } from './bucket.js'
import { s3Limits } from './limits.js'
import { isFailure } from './s3-failure.js'

/**
 * Sends an object in parts, a few at a time, or at once if it is no more than one part. A part that fails is
 * reported by the next call.
 */
export class S3Upload implements ObjectUpload {
  readonly #bucket: Bucket
  readonly #name: string
  /** What was appended since the last part was sent. */
  #unsent: Buffer[] = []
  #unsentBytes = 0
  #id: string | undefined
  #sent = 0
  /** In the order of their numbers, once all are sent. */
  readonly #parts: CompletedPart[] = []
  readonly #underWay = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | undefined

  constructor(bucket: Bucket, name: string) {
    this.#bucket = bucket
    this.#name = name
  }

  async append(part: Buffer): Promise<void> {
    for (let at = 0; at < part.length; ) {
      // Only now is it known that this part is not the last.
      if (this.#unsentBytes === s3Limits.PART_BYTES) await this.#sendPart()
      const end = at + s3Limits.PART_BYTES - this.#unsentBytes
      const copy = Buffer.from(part.subarray(at, end))
      this.#unsent.push(copy)
      this.#unsentBytes += copy.length
      at = end
    }
  }

  async complete(): Promise<void> {
    if (this.#id === undefined) return putWhole(this.#bucket, this.#name, this.#takeUnsent())
    await this.#sendPart()
    await this.#settled()
    const request = new CompleteMultipartUploadCommand({
      ...this.#bucket.object(this.#name),
      UploadId: this.#id,
      MultipartUpload: { Parts: this.#parts },
    })
    await this.#bucket.send((client, sending) => client.send(request, sending))
  }

  async abort(): Promise<void> {
    this.#takeUnsent()
    // A part that arrives behind the end would be kept.
    await Promise.all(this.#underWay)
    if (this.#id !== undefined) await abortUpload(this.#bucket, this.#name, this.#id)
  }

  /** Begins to send a part, once not too many others are under way. */
  async #sendPart(): Promise<void> {
    const id = (this.#id ??= await this.#begin())
    if (this.#underWay.size === s3Limits.PARTS_AT_ONCE) await Promise.race(this.#underWay)
    if (this.#failure !== undefined) throw this.#failure.error
    const sending = this.#send(id, ++this.#sent, this.#takeUnsent())
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#underWay)
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async #send(id: string, number: number, body: Buffer): Promise<void> {
    const request = new UploadPartCommand({
      ...this.#bucket.object(this.#name),
      UploadId: id,
      PartNumber: number,
      Body: body,
    })
    const { ETag, ChecksumCRC32 } = await this.#bucket.send((client, sending) =>
      client.send(request, sending),
    )
    this.#parts[number - 1] = { PartNumber: number, ETag, ChecksumCRC32 }
  }

  async #begin(): Promise<string> {
    // Without an algorithm here, the checksums of the parts are refused at the end.
    const request = new CreateMultipartUploadCommand({
      ...this.#bucket.object(this.#name),
      ChecksumAlgorithm: 'CRC32',
    })
    const reply = await this.#bucket.send((client, sending) => client.send(request, sending))
    return expectDefined(reply.UploadId, 'the id of an upload')
  }

  #takeUnsent(): Buffer {
    const bytes = Buffer.concat(this.#unsent)
    this.#unsent = []
    this.#unsentBytes = 0
    return bytes
  }
}

export async function putWhole(bucket: Bucket, name: string, content: Buffer): Promise<void> {
  const request = new PutObjectCommand({ ...bucket.object(name), Body: content })
  await bucket.send((client, sending) => client.send(request, sending))
}

/** An upload that is completed or aborted already is gone. */
export async function abortUpload(bucket: Bucket, name: string, id: string): Promise<void> {
  const request = new AbortMultipartUploadCommand({ ...bucket.object(name), UploadId: id })
  try {
    await bucket.send((client, sending) => client.send(request, sending))
  } catch (error) {
    if (!isFailure(error, 'NoSuchUpload')) throw error
  }
}
