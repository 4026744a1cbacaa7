import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { type ObjectStore, assertObjectName } from '@rowhouse/platform'
import { Bucket } from './bucket.js'
import { s3Limits } from './limits.js'
import { listObjects, listUploads } from './list-bucket.js'
import { readObject } from './read-bucket-object.js'
import { parseS3Location } from './s3-location.js'
import { S3Upload, abortUpload, putWhole } from './s3-upload.js'

/**
 * Stores objects in a bucket of a service that speaks S3. The location is `s3://BUCKET/PREFIX?region=…`
 * (README.md). Credentials come from where the AWS client looks for them.
 */
export const openS3Objects = (location: string): ObjectStore =>
  bucketObjects(new Bucket(parseS3Location(location)))

export function bucketObjects(bucket: Bucket): ObjectStore {
  return {
    put: (name, content) =>
      content.length > s3Limits.PART_BYTES
        ? putInParts(bucket, name, content)
        : putWhole(bucket, name, content),
    get: (name, range) => readObject(bucket, name, range),
    list: (prefix) => listObjects(bucket, prefix),
    delete: async (name) => {
      const request = new DeleteObjectCommand(bucket.object(name))
      await bucket.send((client, sending) => client.send(request, sending))
    },
    upload: async (name) => {
      assertObjectName(name)
      return new S3Upload(bucket, name)
    },
    tidy: async () => {
      for (const { name, id } of await listUploads(bucket)) await abortUpload(bucket, name, id)
    },
  }
}

async function putInParts(bucket: Bucket, name: string, content: Buffer): Promise<void> {
  const upload = new S3Upload(bucket, name)
  try {
    await upload.append(content)
    await upload.complete()
  } catch (error) {
    // `tidy` removes what this leaves behind.
    await upload.abort().catch(() => {})
    throw error
  }
}
