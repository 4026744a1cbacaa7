import { join } from 'node:path'
import {
  type Files,
  type ObjectStore,
  type Random,
  hasCode,
  isObjectMissing,
  openFolderObjects,
} from '@rowhouse/platform'
import { BackupError } from './backup-error.js'
import { assertEmptyFolder } from './empty-folder.js'
import { CLAIM_NAME, UNFINISHED_NAME, folderContent } from './folder-content.js'

/** Where one whole backup is kept, with its increments. */
export interface BackupPlace {
  /** For messages. */
  readonly name: string
  readonly objects: ObjectStore
  /** Of its disk; undefined for a store without one. */
  readonly freeSpace: (() => Promise<number>) | undefined
  /** Claims an empty place for one backup, and refuses another one. */
  claim(): Promise<BackupClaim>
}

export interface BackupClaim {
  /** Begins the names of all objects but the manifest. */
  readonly prefix: string
  /** Throws when another backup has claimed the place as well. Called before the manifest is written. */
  assertHeld(): Promise<void>
  /** Ends the claim of a backup that is whole, or has failed. */
  release(isWhole: boolean): Promise<void>
}

export const folderPlace = (files: Files, directory: string): BackupPlace => ({
  name: directory,
  objects: openFolderObjects(files, directory),
  freeSpace: () => files.freeSpace(directory),
  claim: () => claimFolder(files, directory),
})

async function claimFolder(files: Files, directory: string): Promise<BackupClaim> {
  await assertEmptyFolder(files, directory, 'choose another folder')
  await files.makeDirectory(directory)
  const path = join(directory, UNFINISHED_NAME)
  const claim = await files.open(path, 'create').catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
    throw new BackupError(`another backup is being taken to ${directory}; choose another folder`)
  })
  await claim.close()
  return { prefix: '', assertHeld: async () => {}, release: () => files.remove(path) }
}

/** A place in any object store, such as a bucket and a prefix. */
export const objectPlace = (objects: ObjectStore, name: string, random: Random): BackupPlace => ({
  name,
  objects,
  freeSpace: undefined,
  claim: () => claimObjects(objects, name, random.bytes(CLAIM_BYTES)),
})

const CLAIM_BYTES = 8

/**
 * An object store has no way to create an object only if there is none, so that two backups can begin at the
 * same time. Then the last one that has claimed the place keeps it, and the names of their objects differ.
 */
async function claimObjects(
  objects: ObjectStore,
  name: string,
  content: Buffer,
): Promise<BackupClaim> {
  const names = (await objects.list('')).map((entry) => entry.name)
  if (names.length > 0) {
    const what = folderContent(names) ?? names[0]
    throw new BackupError(`${name} is not empty (${what}); choose another prefix`)
  }
  const claim = Buffer.from(content.toString('hex'))
  await objects.put(CLAIM_NAME, claim)
  const isHeld = async (): Promise<boolean> => {
    const found = await objects.get(CLAIM_NAME).catch((error: unknown) => {
      if (isObjectMissing(error)) return undefined
      throw error
    })
    return found?.equals(claim) === true
  }
  const prefix = `${claim.toString()}-`
  return {
    prefix,
    assertHeld: async () => {
      if (await isHeld()) return
      throw new BackupError(`another backup is being taken to ${name}; choose another prefix`)
    },
    release: async (isWhole) => {
      if (!isWhole) {
        for (const object of await objects.list(prefix)) await objects.delete(object.name)
      }
      if (await isHeld()) await objects.delete(CLAIM_NAME)
    },
  }
}
