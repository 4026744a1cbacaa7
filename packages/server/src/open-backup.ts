import { join } from 'node:path'
import {
  type BackupEvent,
  CONTINUOUS_CURSOR,
  ContinuousBackup,
  type PartitionStore,
} from '@rowhouse/engine'
import { nodeFiles, systemClock, systemRandom } from '@rowhouse/platform'
import { carriedFiles, keepsCursor } from './admin/carried-files.js'
import type { Cleanup } from './cleanup.js'
import type { Configuration } from './configuration/configuration.js'
import { serverLimits } from './limits.js'
import type { Logger } from './logging.js'
import { openObjects } from './objects/open-objects.js'

const DAY = 86_400_000
/** A failure that lasts, and the beginning of each attempt, are logged again only after this time. */
const LOGGED_AGAIN_MS = 60_000
const ATTEMPT_KINDS: ReadonlySet<BackupEvent['kind']> = new Set([
  'begun',
  'resumed',
  'gap',
  'failed',
])

/** Opens the continuous backup of the data folder, if the configuration asks for one. */
export async function openBackup(
  configuration: Configuration,
  store: PartitionStore,
  logger: Logger,
  cleanup: Cleanup,
): Promise<ContinuousBackup | undefined> {
  const { backupTo, data, backupInterval } = configuration
  if (backupTo === undefined) {
    // The cursor of an earlier server would keep the log from being trimmed, and no backup continues from
    // it.
    if (store.cursors().has(CONTINUOUS_CURSOR)) await store.removeCursor(CONTINUOUS_CURSOR)
    return undefined
  }
  const backup = new ContinuousBackup({
    store,
    objects: await openObjects(backupTo),
    files: nodeFiles,
    clock: systemClock,
    random: systemRandom,
    logDirectory: join(data, 'log'),
    others: () => carriedFiles(data),
    keepsCursor,
    retentionMs: configuration.backupRetention * DAY,
    baseEveryMs: configuration.backupBaseEvery,
    onEvent: backupLog(logger, backupTo),
  })
  const round = (): void => void backup.runOnce()
  round()
  const timer = setInterval(round, Math.max(backupInterval, serverLimits.BACKUP_INTERVAL_MS_MIN))
  timer.unref()
  cleanup.add(async () => {
    clearInterval(timer)
    await backup.close(serverLimits.BACKUP_CLOSE_MS)
  })
  return backup
}

const TEXTS: Readonly<Record<BackupEvent['kind'], readonly ['info' | 'error', string]>> = {
  begun: ['info', 'continuous backup begins with a new base copy'],
  resumed: ['info', 'continuous backup continues where it stopped'],
  gap: ['error', 'the log was trimmed before it was backed up: some moments cannot be restored'],
  baseBegun: ['info', 'base copy for the continuous backup begins'],
  baseDone: ['info', 'base copy for the continuous backup is complete'],
  failed: ['error', 'continuous backup has failed and is retried; writes are not affected'],
  recovered: ['info', 'continuous backup works again'],
  takenOver: ['error', 'another server backs up to the same place: this one no longer does'],
}

function backupLog(logger: Logger, to: string): (event: BackupEvent) => void {
  const loggedAt = new Map<BackupEvent['kind'], number>()
  return ({ kind, error }) => {
    const now = systemClock.monotonic()
    if (ATTEMPT_KINDS.has(kind)) {
      if (now - (loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < LOGGED_AGAIN_MS) return
      loggedAt.set(kind, now)
    }
    if (kind === 'recovered') loggedAt.clear()
    const [level, text] = TEXTS[kind]
    logger[level]({ to, ...(error !== undefined && { err: error }) }, text)
  }
}
