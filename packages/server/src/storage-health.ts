import type { StallChange } from '@rowhouse/engine'
import type { FolderLostError } from '@rowhouse/platform'
import type { Logger } from './logging.js'

/** Keeps the problems that the store has reported, to tell whether it accepts writes. */
export interface StorageHealth {
  readonly onStall: StallChange
  readonly onLost: (error: FolderLostError) => void
  /** Why nothing can be written now, for the operator; undefined if writes are possible. */
  problem(): string | undefined
}

const STALLED = 'the store is stalled: writes are refused until it recovers'

export function createStorageHealth(logger: Logger): StorageHealth {
  let isStoreStalled = false
  let lost: string | undefined
  return {
    onStall: (isStalled, error) => {
      isStoreStalled = isStalled
      if (isStalled) logger.error({ err: error }, STALLED)
      else logger.info('the store has recovered: writes are accepted again')
    },
    onLost: (error) => {
      lost = error.message
      logger.fatal({ err: error }, 'the data folder is gone')
    },
    problem: () => lost ?? (isStoreStalled ? STALLED : undefined),
  }
}
