/** Enough processor time to compile hot code. */
const WARM_UP_MICROS = 4_000_000

/**
 * Whether this process still warms up. This is decided by its processor time, because on a busy machine
 * little may be compiled in a second.
 */
export function isWarmingUp(): boolean {
  const { user, system } = process.cpuUsage()
  return user + system < WARM_UP_MICROS
}
