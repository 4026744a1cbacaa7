import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { type ObjectEntry, expectDefined } from '@rowhouse/platform'
import type { Bucket } from './bucket.js'

/** S3 lists keys in the order of their bytes, a thousand in a reply. */
export async function listObjects(bucket: Bucket, prefix: string): Promise<ObjectEntry[]> {
  const entries: ObjectEntry[] = []
  let ContinuationToken: string | undefined
  do {
    const request = new ListObjectsV2Command({ ...bucket.objects(prefix), ContinuationToken })
    const page = await bucket.send((client, sending) => client.send(request, sending))
    for (const { Key, Size } of page.Contents ?? []) {
      const name = bucket.nameOf(Key)
      if (name !== undefined) entries.push({ name, bytes: expectDefined(Size, 'a size') })
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
  return entries
}

export interface UnfinishedUpload {
  readonly name: string
  readonly id: string
}

export async function listUploads(bucket: Bucket): Promise<UnfinishedUpload[]> {
  const uploads: UnfinishedUpload[] = []
  let from = {}
  for (;;) {
    const request = new ListMultipartUploadsCommand({ ...bucket.objects(''), ...from })
    const page = await bucket.send((client, sending) => client.send(request, sending))
    for (const { Key, UploadId } of page.Uploads ?? []) {
      const name = bucket.nameOf(Key)
      if (name !== undefined) uploads.push({ name, id: expectDefined(UploadId, 'an id') })
    }
    if (page.IsTruncated !== true) return uploads
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}
