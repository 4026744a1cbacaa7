import type { ClockChange } from '@rowhouse/engine'
import type { Logger } from './logging.js'

const TEXTS = {
  ahead: 'the clock of this machine has jumped ahead: is it right? Restores use its time',
  back: 'the clock of this machine has jumped back, and the time of the commit log goes back with it',
} as const

/** Logs jumps of the clock, because nothing else shows later that it was wrong for a while. */
export function logClockChanges(logger: Logger): ClockChange {
  return (change, aheadMs) => logger.warn({ change, aheadMs }, TEXTS[change])
}
