import type { PartitionStore } from '../../partitions/partition-store.js'
import type { Clock, ObjectStore, Random } from '@rowhouse/platform'
import type { OtherFile } from '../back-up.js'
import { BackupError } from '../backup-error.js'
import type { LogFolder } from '../copy-log.js'

export interface ContinuousBackupOptions extends LogFolder {
  readonly store: PartitionStore
  readonly objects: ObjectStore
  readonly clock: Clock
  readonly random: Random
  /** Files to take along, such as the instances and their keys; asked every time. */
  readonly others: () => Promise<readonly OtherFile[]>
  readonly keepsCursor: (name: string) => boolean
  /** Every moment within this time can be restored. */
  readonly retentionMs: number
  readonly baseEveryMs: number
  /** Of the objects of a base: what is complete of them is not copied again. */
  readonly fileBytes?: number | undefined
  readonly onEvent?: (event: BackupEvent) => void
}

export interface BackupEvent {
  /**
   * `begun`: a new history, because there was none or (`gap`) the log was trimmed before it was shipped;
   * `resumed`: an earlier one goes on; `takenOver`: another server writes to the store, and this one stops.
   */
  readonly kind:
    | 'begun'
    | 'resumed'
    | 'gap'
    | 'baseBegun'
    | 'baseDone'
    | 'failed'
    | 'recovered'
    | 'takenOver'
  readonly error?: unknown
}

/** What was written is not there: the disk may not be mounted, and may come back. */
export class StoreLostError extends BackupError {
  constructor() {
    super('the store of the backup has lost its MANIFEST: is its disk there?')
    this.name = 'StoreLostError'
  }
}

/** Another server has begun to write to the store. */
export class StoreTakenError extends BackupError {
  constructor() {
    super('another server has taken over the store of the backup: each server needs one of its own')
    this.name = 'StoreTakenError'
  }
}
