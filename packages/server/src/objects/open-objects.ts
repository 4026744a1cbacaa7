import { resolve } from 'node:path'
import { type BackupPlace, folderPlace, objectPlace } from '@rowhouse/engine'
import { type ObjectStore, nodeFiles, openFolderObjects, systemRandom } from '@rowhouse/platform'
import { loadOptional } from '../load-optional.js'
import { ConfigurationError } from '../configuration/configuration-error.js'
import { VERSION } from '../version.js'

/** Whether a place for objects is a bucket, and not a folder. Addresses of any other kind are refused. */
export function isBucket(place: string): boolean {
  const [address, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place) ?? []
  if (address === undefined || scheme === 's3') return address !== undefined
  throw new ConfigurationError(
    `${address} is not served: a place is a folder or s3://BUCKET/PREFIX`,
  )
}

/** The place as it is named from any working folder. */
export const resolvePlace = (place: string): string => (isBucket(place) ? place : resolve(place))

/** Opens a folder, or a bucket by the optional package that speaks S3. */
export async function openObjects(place: string): Promise<ObjectStore> {
  if (!isBucket(place)) return openFolderObjects(nodeFiles, place)
  const name = '@rowhouse/object-store-s3'
  const advice = `s3:// needs an optional package that is not installed: npm install ${name}@${VERSION}`
  const load = () => import('@rowhouse/object-store-s3')
  const { openS3Objects } = await loadOptional(load, { name, advice })
  return openS3Objects(place)
}

/** The names of what is in a place. Of a folder that includes files that are no objects. */
export const namesIn = async (place: string, objects: ObjectStore): Promise<readonly string[]> =>
  isBucket(place) ? (await objects.list('')).map(({ name }) => name) : nodeFiles.list(place)

/** Opens a place for a whole backup. */
export async function openBackupPlace(place: string): Promise<BackupPlace> {
  if (!isBucket(place)) return folderPlace(nodeFiles, place)
  return objectPlace(await openObjects(place), place, systemRandom)
}
