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
  /** Other files to include, such as the instances and their keys; called in each round. */
  readonly others: () => Promise<readonly OtherFile[]>
  readonly keepsCursor: (name: string) => boolean
  /** Every moment within this time before now can be restored. */
  readonly retentionMs: number
  readonly baseEveryMs: number
  /** The size of a base's objects. A resumed copy does not repeat complete objects. */
  readonly fileBytes?: number | undefined
  readonly onEvent?: (event: BackupEvent) => void
}

export interface BackupEvent {
  /**
   * `begun`: a new history, because there was none or (`gap`) the log was trimmed before it was shipped;
   * `resumed`: an earlier one continues; `takenOver`: another server writes to the store, and this one
   * stops.
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

/** Thrown when the manifest has disappeared: the disk may not be mounted, and may come back. */
export class StoreLostError extends BackupError {
  constructor() {
    super('the store of the backup has lost its MANIFEST: is its disk there?')
    this.name = 'StoreLostError'
  }
}

/** Thrown when another server has begun to write to the object store. */
export class StoreTakenError extends BackupError {
  constructor() {
    super('another server has taken over the store of the backup: each server needs one of its own')
    this.name = 'StoreTakenError'
  }
}
