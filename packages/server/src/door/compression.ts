import { promisify } from 'node:util'
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib'
import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { RequestHead } from './request-head.js'

const deflateLater = promisify(deflate)
const inflateLater = promisify(inflate)

/** Below this size a call into the thread pool costs more than the work. */
const INLINE_BYTES_MAX = 4096

/** The announced size of the inflated body; undefined for an uncompressed body. */
export function inflatedSize(
  head: RequestHead,
  bodyBytesMax: number,
): number | TablestoreError | undefined {
  if (head.requestCompressType === undefined) return undefined
  if (head.requestCompressType !== 'deflate') return errors.cannotDeserialize()
  if (head.requestCompressSize === undefined) {
    return errors.missingHeader('x-ots-request-compress-size')
  }
  if (!/^\d{1,10}$/.test(head.requestCompressSize)) return errors.cannotDeserialize()
  const size = Number(head.requestCompressSize)
  return size > bodyBytesMax ? errors.requestBodyTooLarge() : size
}

/**
 * Inflates a zlib stream to exactly `size` bytes, and never makes more, so that a small body cannot become
 * a large one. Undefined when the stream is broken or has another size.
 */
export async function inflateBody(body: Buffer, size: number): Promise<Buffer | undefined> {
  const options = { maxOutputLength: Math.max(size, 1) }
  try {
    const inflated =
      size <= INLINE_BYTES_MAX ? inflateSync(body, options) : await inflateLater(body, options)
    return inflated.length === size ? inflated : undefined
  } catch {
    // This is no zlib stream, or a longer one than announced.
    return undefined
  }
}

/**
 * The Java SDK always asks for compression. An empty body stays as it is: its header demands a size above
 * 0.
 */
export function wantsDeflate(head: RequestHead, body: Buffer): boolean {
  return head.responseCompressType === 'deflate' && body.length > 0
}

export async function deflateBody(body: Buffer): Promise<Buffer> {
  return body.length <= INLINE_BYTES_MAX ? deflateSync(body) : await deflateLater(body)
}
