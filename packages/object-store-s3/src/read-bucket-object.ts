import { GetObjectCommand } from '@aws-sdk/client-s3'
import { ObjectMissingError, type ObjectRange, expectDefined } from '@rowhouse/platform'
import type { Bucket } from './bucket.js'
import { s3Limits } from './limits.js'
import { isFailure } from './s3-failure.js'

/**
 * Reads an object or a part of it. The client repeats requests, and a reply that breaks off is asked for
 * again here.
 */
export async function readObject(
  bucket: Bucket,
  name: string,
  range: ObjectRange | undefined,
): Promise<Buffer> {
  const object = bucket.object(name)
  for (let attempt = 1; ; attempt++) {
    let hasBegun = false
    try {
      const bytes = await bucket.send(async (client, sending) => {
        const request = new GetObjectCommand({ ...object, Range: header(range) })
        const { Body } = await client.send(request, sending)
        hasBegun = true
        return Body?.transformToByteArray()
      })
      const { buffer, byteOffset, byteLength } = expectDefined(bytes, 'the body of an object')
      const found = Buffer.from(buffer, byteOffset, byteLength)
      return range === undefined ? found : found.subarray(0, range.length)
    } catch (error) {
      if (isFailure(error, 'NoSuchKey')) throw new ObjectMissingError(name)
      // The object ends before the range.
      if (isFailure(error, 'InvalidRange')) return Buffer.alloc(0)
      if (!hasBegun || attempt === s3Limits.ATTEMPTS) throw error
    }
  }
}

/** HTTP cannot ask for no bytes, so it asks for one, which also tells whether there is an object. */
function header(range: ObjectRange | undefined): string | undefined {
  if (range === undefined) return undefined
  const { offset, length } = range
  return `bytes=${offset}-${offset + Math.max(length, 1) - 1}`
}
