import { systemClock } from '@rowhouse/platform'
import type { Cleanup } from '../cleanup.js'
import type { Configuration } from '../configuration/configuration.js'
import { serverLimits } from '../limits.js'
import type { Logger } from '../logging.js'
import { MetricsHistory } from './metrics-history.js'
import { RequestWatch } from './request-watch.js'
import type { Watch } from './watch.js'

type Watched = Pick<Watch, 'engine' | 'search' | 'admission' | 'memory' | 'disk' | 'backup'>

/** Begins to watch the server; a step of the history ends every ten seconds. */
export function openWatch(
  configuration: Configuration,
  watched: Watched,
  logger: Logger,
  cleanup: Cleanup,
): Watch {
  const requests = new RequestWatch(systemClock)
  const history = new MetricsHistory({ ...watched, requests, clock: systemClock })
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= history
      .look()
      .catch((error: unknown) => logger.error({ err: error }, 'the history has no step'))
      .finally(() => {
        looking = undefined
      })
  }, serverLimits.HISTORY_STEP_MS)
  timer.unref()
  cleanup.add(async () => {
    clearInterval(timer)
    await looking
  })
  return {
    ...watched,
    requests,
    history,
    slowRequest: configuration.slowRequest,
    rowMemory: configuration.memory,
    searchMemory: configuration.searchMemory,
  }
}
