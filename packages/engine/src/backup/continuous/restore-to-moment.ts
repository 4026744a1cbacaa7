import type { Files, ObjectStore } from '@rowhouse/platform'
import { BackupError } from '../backup-error.js'
import { assertDataFormat, buildDataFolder } from '../build-data-folder.js'
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

export interface RestoreToMomentOptions {
  readonly files: Files
  /** Of a continuous backup. */
  readonly objects: ObjectStore
  /** The data folder to be: empty, or not there. */
  readonly directory: string
  /** Milliseconds since the epoch; without it the newest moment. */
  readonly to?: number | undefined
}

/** Times are milliseconds since the epoch. */
export interface RestoredMoment {
  /** Everything of the log before it is there, nothing behind it is. */
  readonly position: number
  /** When the last write of it was taken into the log, where that is known. */
  readonly lastWriteAt: number | undefined
  /** Later writes (records of the log) that the store has, and that were left out. */
  readonly writesLeftOut: number
  /** The store knows everything that was acknowledged before. */
  readonly coveredUntil: number
  readonly entries: number
  /** When the base copy was begun that the log was replayed on. */
  readonly baseCreatedAt: number
  readonly logBytes: number
}

/**
 * Makes a data folder as it was at a moment. All checksums are compared before anything is written. A
 * server may go on writing to the store meanwhile.
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
  await buildDataFolder(files, objects, directory, {
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
  /** Every moment between them can be restored, except in gaps between histories. */
  readonly from: number | undefined
  readonly until: number
  readonly histories: number
}

/**
 * Reads all of a store, and throws a BackupError at the first thing that is wrong. What a server that goes on
 * writing to it has removed meanwhile is left out.
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
  throw new BackupError(`there is no continuous backup: ${await whatElse(objects)}`)
}

async function whatElse(objects: ObjectStore): Promise<string> {
  const names = (await objects.list('')).map(({ name }) => name)
  if (names.length === 0) return 'the folder is empty or not there'
  const holds = folderContent(names)
  if (holds === 'a backup') return 'the folder holds a whole one, restored without --from'
  return holds === undefined ? 'no MANIFEST' : `the folder holds ${holds}`
}
