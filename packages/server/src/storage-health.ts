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

const STUCK = 'the store is stuck: writes are refused until it recovers'

export function createStorageHealth(logger: Logger): StorageHealth {
  let isStuck = false
  let lost: string | undefined
  return {
    onStall: (isStalled, error) => {
      isStuck = isStalled
      if (isStalled) logger.error({ err: error }, STUCK)
      else logger.info('the store has recovered: writes are accepted again')
    },
    onLost: (error) => {
      lost = error.message
      logger.fatal({ err: error }, 'the data folder is gone')
    },
    problem: () => lost ?? (isStuck ? STUCK : undefined),
  }
}
