import type { ClockChange } from '@rowhouse/engine'
import type { Logger } from './logging.js'

const TEXTS = {
  ahead: 'the clock of this machine has jumped ahead: is it right? Restores go by it',
  back: 'the clock of this machine has taken its jump back, and so does the time of the commit log',
} as const

/** Nothing else shows from outside that a clock was wrong for a while. */
export function logClockChanges(logger: Logger): ClockChange {
  return (change, aheadMs) => logger.warn({ change, aheadMs }, TEXTS[change])
}
