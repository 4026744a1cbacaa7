import type { BackgroundTask } from '@rowhouse/engine'
import { TablestoreError } from '@rowhouse/protocol'
import type { Logger } from './logging.js'

const BUSY = 503

/** Work that a busy server refuses is done later: no fault, and nothing that a stack would explain. */
export const logBackgroundWork =
  (logger: Logger) =>
  (task: BackgroundTask, error: unknown): void => {
    if (error instanceof TablestoreError && error.status === BUSY) {
      logger.warn({ task, code: error.code }, 'background work waits: the server is busy')
    } else {
      logger.error({ task, err: error }, 'background work')
    }
  }
