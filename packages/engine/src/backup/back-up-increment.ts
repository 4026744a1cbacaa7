import type { BackUpOptions } from './back-up.js'
import { BACKUP_CURSOR, keepLog, pieceBeginner, writeOthers } from './back-up.js'
import { BackupError } from './backup-error.js'
import {
  type BackupFile,
  type BackupManifest,
  loadBackupManifest,
  storeBackupManifest,
} from './backup-manifest.js'
import { explainFailure } from './explain-failure.js'
import { copyLog, holdsPiece } from './copy-log.js'
import { type LogPiece, placeBehind } from './log-piece.js'

/**
 * Adds the newer part of the log to an earlier backup, which then has the data as it is now. Until the
 * manifest is replaced, the place holds the earlier backup.
 */
export function backUpIncrement(options: BackUpOptions): Promise<BackupManifest> {
  const { name, freeSpace } = options.place
  return explainFailure(`the backup to ${name} failed`, freeSpace, () => addIncrement(options))
}

async function addIncrement(options: BackUpOptions): Promise<BackupManifest> {
  const { store } = options
  const { objects, name } = options.place
  const earlier = await loadBackupManifest(objects, name)
  const last = earlier.log.at(-1)
  if (last === undefined) throw new BackupError(`${name} holds a backup without a log`)
  // From here on the log is only trimmed if the backup lags too far behind.
  await store.setCursor(BACKUP_CURSOR, Math.min(earlier.end, store.visibleEnd))
  try {
    await assertGoesOn(options, last)
    // Removes what an interrupted increment has left behind.
    await objects.tidy()
    const end = store.visibleEnd
    await store.synced()
    const place = placeBehind(last)
    const pieces = await copyLog(options, place, end, pieceBeginner(objects, '')).catch(
      (error: unknown) => {
        throw error instanceof BackupError ? tooOld(options) : error
      },
    )
    const suffix = freeSuffix(earlier.files)
    const others = await writeOthers(objects, options.others, (other) => `${other}${suffix}`)
    const log = [...earlier.log, ...pieces]
    const entries = earlier.files.filter(({ kind }) => kind === 'entries')
    const manifest = {
      ...earlier,
      end: log.at(-1)?.end ?? earlier.end,
      files: [...entries, ...others],
      log,
    }
    await storeBackupManifest(objects, manifest)
    await keepLog(options, manifest.end)
    await removeOthers(options, earlier.files, others)
    return manifest
  } finally {
    await store.removeCursor(BACKUP_CURSOR)
  }
}

/** Throws unless the log still has the last piece of the backup, from which the increment continues. */
async function assertGoesOn(options: BackUpOptions, last: LogPiece): Promise<void> {
  const { store, place } = options
  if (await holdsPiece(options, last)) return
  if (last.end <= store.visibleEnd) throw tooOld(options)
  throw new BackupError(
    `the backup in ${place.name} is of other data, or of a later state of this data: it ends at position ${last.end} of the log; take a full backup into an empty place`,
  )
}

const tooOld = ({ place }: BackUpOptions): BackupError =>
  new BackupError(
    `the commit log does not reach back to the backup in ${place.name} any more: take a full backup into an empty place, with --keep-log when increments are to follow`,
  )

/** A suffix that no file of the earlier backup has, so that none is overwritten. */
function freeSuffix(earlier: readonly BackupFile[]): string {
  for (let number = 1; ; number++) {
    const suffix = `-${number}`
    if (!earlier.some(({ name }) => name.endsWith(suffix))) return suffix
  }
}

/** Removes the files that the manifest no longer names. */
async function removeOthers(
  { place }: BackUpOptions,
  earlier: readonly BackupFile[],
  others: readonly BackupFile[],
): Promise<void> {
  const kept = new Set(others.map(({ name }) => name))
  for (const { kind, name } of earlier) {
    if (kind === 'other' && !kept.has(name)) await place.objects.delete(name)
  }
}
