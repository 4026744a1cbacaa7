import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import {
  BACKUP_CURSOR,
  BackupError,
  type BackupProgress,
  type PartitionStore,
  backUp,
  nodeFiles,
  systemClock,
} from '@rowhouse/engine'
import { z } from 'zod/mini'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { instancesFile } from '../instances/instances-file.js'

/** What `rowhouse backup` asks for; the same whether a server runs or not. */
export const backupCommand = z.discriminatedUnion('action', [
  /** An absolute path: the server has a working folder of its own. */
  z.object({ action: z.literal('backup'), folder: z.string() }),
  z.object({ action: z.literal('backup-status') }),
])
export type BackupCommand = z.output<typeof backupCommand>

export const backupResult = z.object({
  isRunning: z.boolean(),
  entries: z.number(),
  bytes: z.number(),
  /** Of a finished backup: where in the commit log it is a copy of. */
  position: z.optional(z.number()),
})
export type BackupResult = z.output<typeof backupResult>

/** Search indexes are not in a backup: they are built anew from their tables. */
const SEARCH_CURSORS = 'search/'

/** The backups of one data folder, one at a time. */
export class Backups {
  readonly #store: PartitionStore
  readonly #data: string
  #running: BackupProgress | undefined

  constructor(store: PartitionStore, data: string) {
    this.#store = store
    this.#data = data
  }

  /** A backup that ended with its process has left its hold on the log behind. */
  async letGo(): Promise<void> {
    if (this.#store.cursors().has(BACKUP_CURSOR)) await this.#store.removeCursor(BACKUP_CURSOR)
  }

  async run(command: BackupCommand): Promise<BackupResult> {
    if (command.action === 'backup-status') return this.#status()
    if (this.#running !== undefined) throw new InstanceRefusal('a backup is being taken already')
    this.#running = { entries: 0, bytes: 0 }
    try {
      return await this.#backUp(command.folder)
    } catch (error) {
      throw error instanceof BackupError ? new InstanceRefusal(error.message) : error
    } finally {
      this.#running = undefined
    }
  }

  #status(): BackupResult {
    const { entries = 0, bytes = 0 } = this.#running ?? {}
    return { isRunning: this.#running !== undefined, entries, bytes }
  }

  async #backUp(folder: string): Promise<BackupResult> {
    const { entries, files, end } = await backUp({
      store: this.#store,
      files: nodeFiles,
      clock: systemClock,
      logDirectory: join(this.#data, 'log'),
      directory: folder,
      others: await this.#instances(),
      keepsCursor: (name) => !name.startsWith(SEARCH_CURSORS),
      onProgress: (progress) => {
        this.#running = progress
      },
    })
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    return { isRunning: false, entries, bytes, position: end }
  }

  /** None when the folder never had an instance. */
  async #instances(): Promise<{ readonly name: string; readonly content: Buffer }[]> {
    const path = instancesFile(this.#data)
    const names = await nodeFiles.list(this.#data)
    const name = names.find((one) => join(this.#data, one) === path)
    return name === undefined ? [] : [{ name, content: await readFile(path) }]
  }
}
