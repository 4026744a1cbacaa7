/** Enough to compile what is hot. */
const WARM_UP_MICROS = 2_000_000

/**
 * Whether this process still warms up: by its processor time, because on a busy machine a second of the
 * clock may compile nothing.
 */
export function isWarmingUp(): boolean {
  const { user, system } = process.cpuUsage()
  return user + system < WARM_UP_MICROS
}
