import type { PartitionStore } from '../partitions/partition-store.js'
import type { Clock, Files, ObjectStore } from '@rowhouse/platform'
import { DATA_FORMAT } from '@rowhouse/store'
import { BackupError } from './backup-error.js'
import {
  type BackupCursor,
  type BackupFile,
  type BackupManifest,
  storeBackupManifest,
} from './backup-manifest.js'
import type { BackupClaim, BackupPlace } from './backup-place.js'
import { type BackupProgress, copyEntries } from './copy-entries.js'
import { explainFailure } from './explain-failure.js'
import { type BeginPiece, copyLog, findPlace } from './copy-log.js'
import { SummedObject, writeSummed } from './summed-object.js'

export interface BackUpOptions {
  readonly store: PartitionStore
  readonly clock: Clock
  /** The log of the store that is backed up. */
  readonly files: Files
  readonly logDirectory: string
  /** Where the backup goes, which is empty unless an increment is added. */
  readonly place: BackupPlace
  /** Other files to include, such as the instances and their keys. */
  readonly others: readonly OtherFile[]
  /**
   * Whether a follower's cursor is kept: its results are in the store. The others begin anew after a
   * restore.
   */
  readonly keepsCursor: (name: string) => boolean
  /** Holds the log afterwards, for later increments. */
  readonly keepsLog?: boolean | undefined
  readonly onProgress?: (progress: BackupProgress) => void
}

export interface OtherFile {
  readonly name: string
  readonly content: Buffer
}

/** The cursor by which a running backup holds the log. */
export const BACKUP_CURSOR = 'backup'
/** The cursor that holds the log for the next increment of the last backup. */
export const INCREMENT_CURSOR = 'backup-increment'
/** The cursor by which a continuous backup holds what it has not shipped. */
export const CONTINUOUS_CURSOR = 'backup-continuous'
const OWN_CURSORS: readonly string[] = [BACKUP_CURSOR, INCREMENT_CURSOR, CONTINUOUS_CURSOR]

/**
 * Copies a store that is in use. The tables are read one after the other, each as of its own moment. The
 * backup also has the log from before the first of these moments to behind the last one: replayed over the
 * entries, it gives one consistent state, that at its end. One backup may run at a time.
 */
export function backUp(options: BackUpOptions): Promise<BackupManifest> {
  const { name, freeSpace, claim: claimPlace } = options.place
  return explainFailure(`the backup to ${name} failed`, freeSpace, async () => {
    const claim = await claimPlace()
    let isWhole = false
    try {
      const manifest = await copyAll(options, claim)
      isWhole = true
      return manifest
    } finally {
      // An error here has been reported before, or is harmless.
      await claim.release(isWhole).catch(() => {})
    }
  })
}

async function copyAll(options: BackUpOptions, claim: BackupClaim): Promise<BackupManifest> {
  const { store, clock } = options
  const { objects } = options.place
  const { prefix } = claim
  const createdAt = clock.now()
  const from = store.visibleEnd
  const cursors = keptCursors(options)
  await store.setCursor(BACKUP_CURSOR, leastOf(cursors, from))
  try {
    const copied = await copyEntries({ ...options, objects, prefix })
    const end = store.visibleEnd
    await store.synced()
    const begin = pieceBeginner(objects, prefix)
    const log = await copyWholeLog(options, begin, leastOf(cursors, from), from, end)
    const others = await writeOthers(objects, options.others, (name) => `${prefix}${name}`)
    const manifest = {
      dataFormat: DATA_FORMAT,
      createdAt,
      from,
      end: log.at(-1)?.end ?? from,
      logStart: log[0]?.start ?? from,
      cursors,
      entries: copied.entries,
      files: [...copied.files, ...others],
      log,
    }
    await claim.assertHeld()
    await storeBackupManifest(objects, manifest)
    await keepLog(options, manifest.end)
    return manifest
  } finally {
    await store.removeCursor(BACKUP_CURSOR)
  }
}

/** The position from which all of these cursors need the log. */
export function leastOf(cursors: readonly BackupCursor[], from: number): number {
  return cursors.reduce((least, { position }) => Math.min(least, position), from)
}

export function keptCursors({
  store,
  keepsCursor,
}: Pick<BackUpOptions, 'store' | 'keepsCursor'>): BackupCursor[] {
  return [...store.cursors()]
    .filter(([name]) => !OWN_CURSORS.includes(name) && keepsCursor(name))
    .map(([name, position]) => ({ name, position }))
}

export async function keepLog(
  { store, keepsLog }: Pick<BackUpOptions, 'store' | 'keepsLog'>,
  end: number,
): Promise<void> {
  if (keepsLog === true) await store.setCursor(INCREMENT_CURSOR, end)
  else await store.removeCursor(INCREMENT_CURSOR)
}

export async function writeOthers(
  objects: ObjectStore,
  others: readonly OtherFile[],
  objectOf: (name: string) => string,
): Promise<BackupFile[]> {
  const written: BackupFile[] = []
  for (const { name, content } of others) {
    const object = await writeSummed(objects, objectOf(name), (file) => file.append(content))
    written.push({ kind: 'other', target: name, ...object })
  }
  return written
}

/** Begins the object of a piece under a name that is unique within a backup. */
export const pieceBeginner =
  (objects: ObjectStore, prefix: string): BeginPiece =>
  ({ base, offset }) => {
    const digits = (number: number, count: number): string => String(number).padStart(count, '0')
    return SummedObject.create(objects, `${prefix}log-${digits(base, 16)}-${digits(offset, 9)}`)
  }

async function copyWholeLog(
  options: BackUpOptions,
  begin: BeginPiece,
  wanted: number,
  from: number,
  end: number,
): Promise<BackupManifest['log']> {
  const place = await findPlace(options, wanted)
  if (place === undefined || place.position > from) {
    throw new BackupError('the backup took so long that the commit log was trimmed meanwhile')
  }
  return copyLog(options, place, end, begin)
}
