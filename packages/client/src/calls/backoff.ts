import { clientLimits } from '../limits.js'

/**
 * How long to wait before the next attempt after `failures` failures: exponential backoff with full
 * jitter, so that clients that failed together do not retry together. `random` is from 0 to 1.
 */
export function backoffMs(failures: number, random: number): number {
  const { BACKOFF_MS_FIRST, BACKOFF_MS_MAX } = clientLimits
  const most = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_FIRST * 2 ** Math.min(failures - 1, 16))
  return random * most
}
