import type { ObjectStore } from '@rowhouse/platform'
import { BackupError } from '../backup-error.js'
import { type NewFolder, assertDataFormat, buildDataFolder } from '../build-data-folder.js'
import { checkContents } from '../check-contents.js'
import { assertEmptyFolder } from '../empty-folder.js'
import { folderContent } from '../folder-content.js'
import { followMovedPieces } from './moved-pieces.js'
import { assertLogIsWhole, planRestore } from './plan-restore.js'
import {
  type StoreManifest,
  contentsOf,
  decodeStoreManifest,
  readStoreManifest,
} from './store-manifest.js'

export interface RestoreToMomentOptions extends NewFolder {
  /** The object store of a continuous backup. */
  readonly objects: ObjectStore
  /** The moment in milliseconds since the epoch; the newest one by default. */
  readonly to?: number | undefined
}

/** Times are milliseconds since the epoch. */
export interface RestoredMoment {
  /** The restored data have everything of the log before this position and nothing behind it. */
  readonly position: number
  /** When the last restored write was appended to the log, if known. */
  readonly lastWriteAt: number | undefined
  /** Later writes (records of the log) that were not restored. */
  readonly writesLeftOut: number
  /** The object store has everything that was acknowledged before this time. */
  readonly coveredUntil: number
  readonly entries: number
  /** When the restored base copy was begun. */
  readonly baseCreatedAt: number
  readonly logBytes: number
}

/**
 * Restores a data folder as it was at a moment. All checksums are verified before anything is written. A
 * server may write to the object store meanwhile.
 */
export async function restoreToMoment(options: RestoreToMomentOptions): Promise<RestoredMoment> {
  const { files, directory, to } = options
  await assertEmptyFolder(files, directory, 'restore to a new folder')
  const manifest = await loadStore(options.objects)
  const objects = followMovedPieces(options.objects, manifest)
  const plan = await planRestore(objects, manifest, to)
  const { base, log, others, end } = plan
  assertDataFormat(base, 'the base copy')
  await checkContents(objects, [...base.files, ...log, ...others])
  await buildDataFolder(options, objects, {
    base,
    log,
    end,
    others: others.map((other) => ({ kind: 'other', ...other })),
  })
  return {
    position: end.position,
    lastWriteAt: plan.lastAt,
    writesLeftOut: plan.recordsLeftOut,
    coveredUntil: plan.history.coveredUntil,
    entries: base.entries,
    baseCreatedAt: base.createdAt,
    logBytes: end.position - base.from,
  }
}

export interface StoreVerification {
  readonly objects: number
  readonly bytes: number
  readonly bases: number
  /** Every moment between `from` and `until` can be restored, except in gaps between histories. */
  readonly from: number | undefined
  readonly until: number
  readonly histories: number
}

/**
 * Verifies a whole object store; throws a BackupError at the first error. Objects that a running server has
 * removed meanwhile are skipped.
 */
export async function verifyStore(objects: ObjectStore): Promise<StoreVerification> {
  const manifest = await loadStore(objects)
  for (const history of manifest.histories) assertLogIsWhole(history)
  const contents = [...contentsOf(manifest)]
  const isNeeded = async (name: string): Promise<boolean> =>
    [...contentsOf(await loadStore(objects))].some((content) => content.name === name)
  await checkContents(followMovedPieces(objects, manifest), contents, isNeeded)
  const bases = manifest.histories.flatMap((history) => history.bases)
  return {
    objects: contents.length,
    bytes: contents.reduce((sum, { bytes }) => sum + bytes, 0),
    bases: bases.length,
    from: bases[0]?.completedAt,
    until: manifest.histories.at(-1)?.coveredUntil ?? 0,
    histories: manifest.histories.length,
  }
}

async function loadStore(objects: ObjectStore): Promise<StoreManifest> {
  const content = await readStoreManifest(objects)
  if (content !== undefined) return decodeStoreManifest(content)
  throw new BackupError(`there is no continuous backup: ${await otherContent(objects)}`)
}

async function otherContent(objects: ObjectStore): Promise<string> {
  const names = (await objects.list('')).map(({ name }) => name)
  if (names.length === 0) return 'the place is empty or not there'
  const holds = folderContent(names)
  if (holds === 'a backup') return 'the folder holds a whole one, restored without --from'
  return holds === undefined ? 'no MANIFEST' : `the folder holds ${holds}`
}
