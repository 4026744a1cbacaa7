import { join } from 'node:path'
import {
  backUp,
  BACKUP_CURSOR,
  BackupError,
  backUpIncrement,
  type BackupProgress,
  type PartitionStore,
} from '@rowhouse/engine'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { z } from 'zod/mini'
import { isWithin } from '../configuration/is-within.js'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { isBucket, openBackupPlace } from '../objects/open-objects.js'
import { StartError } from '../start-error.js'
import { carriedFiles, keepsCursor } from './carried-files.js'

/** What `rowhouse backup` can ask for, with or without a running server. */
export const backupCommand = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('backup'),
    /** A bucket, or an absolute path, because the server has another working folder. */
    place: z.string(),
    /** Adds the changes since then to the backup that the place holds. */
    isIncremental: z.optional(z.boolean()),
    keepsLog: z.optional(z.boolean()),
  }),
  z.object({ action: z.literal('backup-status') }),
])
export type BackupCommand = z.output<typeof backupCommand>
export type Backup = Extract<BackupCommand, { readonly action: 'backup' }>

export const backupResult = z.object({
  isRunning: z.boolean(),
  entries: z.number(),
  bytes: z.number(),
  /** Only of a finished backup: the position in the commit log up to which it has all changes. */
  position: z.optional(z.number()),
})
export type BackupResult = z.output<typeof backupResult>

/** Takes the backups of one data folder, one at a time. */
export class Backups {
  readonly #store: PartitionStore
  readonly #data: string
  #running: BackupProgress | undefined

  constructor(store: PartitionStore, data: string) {
    this.#store = store
    this.#data = data
  }

  /**
   * Removes the cursor of a backup that ended with its process, because it would keep the log from being
   * trimmed.
   */
  async removeStaleCursor(): Promise<void> {
    if (this.#store.cursors().has(BACKUP_CURSOR)) await this.#store.removeCursor(BACKUP_CURSOR)
  }

  async run(command: BackupCommand): Promise<BackupResult> {
    if (command.action === 'backup-status') return this.#status()
    if (this.#running !== undefined) throw new InstanceRefusal('a backup is being taken already')
    this.#running = { entries: 0, bytes: 0 }
    try {
      return await this.#backUp(command)
    } catch (error) {
      throw isForOperator(error) ? new InstanceRefusal(error.message) : error
    } finally {
      this.#running = undefined
    }
  }

  #status(): BackupResult {
    const { entries = 0, bytes = 0 } = this.#running ?? {}
    return { isRunning: this.#running !== undefined, entries, bytes }
  }

  async #backUp({ place, isIncremental, keepsLog }: Backup): Promise<BackupResult> {
    if (!isBucket(place) && isWithin(place, this.#data)) {
      throw new InstanceRefusal(`the backup must be outside of the data folder ${this.#data}`)
    }
    const copy = isIncremental === true ? backUpIncrement : backUp
    const { entries, files, log, end } = await copy({
      store: this.#store,
      files: nodeFiles,
      clock: systemClock,
      logDirectory: join(this.#data, 'log'),
      place: await openBackupPlace(place),
      others: await carriedFiles(this.#data),
      keepsCursor,
      keepsLog,
      onProgress: (progress) => {
        this.#running = progress
      },
    })
    const bytes = [...files, ...log].reduce((sum, file) => sum + file.bytes, 0)
    return { isRunning: false, entries, bytes, position: end }
  }
}

/** What a backup was refused for, such as an optional package that the server lacks. */
const isForOperator = (error: unknown): error is Error =>
  error instanceof BackupError || error instanceof StartError
