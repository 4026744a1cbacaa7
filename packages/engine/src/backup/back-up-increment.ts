import { openFolderObjects } from '@rowhouse/platform'
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
 * Adds to an earlier backup what the log has had since, so that it is the data as it is now. Until the file
 * that names everything is replaced, the earlier backup is what the folder holds.
 */
export function backUpIncrement(options: BackUpOptions): Promise<BackupManifest> {
  const { files, directory } = options
  return explainFailure(files, directory, `the backup to ${directory} failed`, () =>
    addIncrement(options),
  )
}

async function addIncrement(options: BackUpOptions): Promise<BackupManifest> {
  const { store, files, directory } = options
  const objects = openFolderObjects(files, directory)
  const earlier = await loadBackupManifest(objects, directory)
  const last = earlier.log.at(-1)
  if (last === undefined) throw new BackupError(`${directory} holds a backup without a log`)
  // Log that is trimmed from here on is so old that the backup lags too far behind.
  await store.setCursor(BACKUP_CURSOR, Math.min(earlier.end, store.visibleEnd))
  try {
    await assertGoesOn(options, last)
    // Of an increment that was cut off.
    await objects.tidy()
    const end = store.visibleEnd
    await store.synced()
    const place = placeBehind(last)
    const pieces = await copyLog(options, place, end, pieceBeginner(objects)).catch(
      (error: unknown) => {
        throw error instanceof BackupError ? tooOld(options) : error
      },
    )
    const others = await writeOthers(objects, options.others, freeSuffix(earlier.files))
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

/** The log that the backup was taken from must still be there where the backup ends. */
async function assertGoesOn(options: BackUpOptions, last: LogPiece): Promise<void> {
  const { store, directory } = options
  if (await holdsPiece(options, last)) return
  if (last.end <= store.visibleEnd) throw tooOld(options)
  throw new BackupError(
    `the backup in ${directory} is of other data, or of later data than these: it ends at position ${last.end} of the log; take a full backup into an empty folder`,
  )
}

const tooOld = ({ directory }: BackUpOptions): BackupError =>
  new BackupError(
    `the commit log does not reach back to the backup in ${directory} any more: take a full backup into an empty folder, with --keep-log when increments are to follow`,
  )

/** Nothing that the earlier backup names is written over. */
function freeSuffix(earlier: readonly BackupFile[]): string {
  for (let number = 1; ; number++) {
    const suffix = `-${number}`
    if (!earlier.some(({ name }) => name.endsWith(suffix))) return suffix
  }
}

/** What nothing names any more. */
async function removeOthers(
  { files, directory }: BackUpOptions,
  earlier: readonly BackupFile[],
  others: readonly BackupFile[],
): Promise<void> {
  const objects = openFolderObjects(files, directory)
  const kept = new Set(others.map(({ name }) => name))
  for (const { kind, name } of earlier) {
    if (kind === 'other' && !kept.has(name)) await objects.delete(name)
  }
}
