import type { StallChange } from '@rowhouse/engine'
import type { FolderLostError } from '@rowhouse/platform'
import type { Logger } from './logging.js'

/** Remembers problems that the store has reported, for whoever asks whether it can be written to. */
export interface StorageHealth {
  readonly onStall: StallChange
  readonly onLost: (error: FolderLostError) => void
  /** Why nothing can be written now, in readable words for the operator. */
  problem(): string | undefined
}

const STUCK = 'the store takes nothing: writes are refused until it does'

export function createStorageHealth(logger: Logger): StorageHealth {
  let isStuck = false
  let lost: string | undefined
  return {
    onStall: (isStalled, error) => {
      isStuck = isStalled
      if (isStalled) logger.error({ err: error }, STUCK)
      else logger.info('the store goes on: writes are taken again')
    },
    onLost: (error) => {
      lost = error.message
      logger.fatal({ err: error }, 'the data folder is gone')
    },
    problem: () => lost ?? (isStuck ? STUCK : undefined),
  }
}
