import { resolve } from 'node:path'
import { type ObjectStore, nodeFiles, openFolderObjects } from '@rowhouse/platform'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { loadOptional } from '../load-optional.js'
import { StartError } from '../start-error.js'
import { VERSION } from '../version.js'

/** Whether a place for objects is a bucket, and not a folder. Addresses of any other kind are refused. */
export function isBucket(place: string): boolean {
  const [address, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place) ?? []
  if (address === undefined || scheme === 's3') return address !== undefined
  throw new StartError(`${address} is not served: a place is a folder or s3://BUCKET/PREFIX`)
}

/** The place as it is named from any working folder. */
export const resolvePlace = (place: string): string => (isBucket(place) ? place : resolve(place))

/** For what is kept in folders only. */
export function assertFolder(place: string): void {
  if (!isBucket(place)) return
  throw new InstanceRefusal(
    'a whole backup is kept in a folder: a bucket takes continuous ones (serve --backup-to, restore --from)',
  )
}

/** Opens a folder, or a bucket by the optional package that speaks S3. */
export async function openObjects(place: string): Promise<ObjectStore> {
  if (!isBucket(place)) return openFolderObjects(nodeFiles, place)
  const name = '@rowhouse/object-store-s3'
  const advice = `s3:// needs an optional package that is not installed: npm install ${name}@${VERSION}`
  const load = () => import('@rowhouse/object-store-s3')
  const { openS3Objects } = await loadOptional(load, { name, advice })
  return openS3Objects(place)
}
