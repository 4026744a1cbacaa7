import { serverLimits } from '../limits.js'

const DIGITS = /^\d{8}$/
const DAY_MS = 86_400_000

/** The first moment of the day that `x-ots-signdate` names (yyyyMMdd, UTC), or undefined. */
export function parseSignDate(text: string): number | undefined {
  if (!DIGITS.test(text)) return undefined
  const iso = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}T00:00:00.000Z`
  const time = Date.parse(iso)
  // JavaScript reads the 30th of February as a day of March.
  return Number.isNaN(time) || new Date(time).toISOString() !== iso ? undefined : time
}

/**
 * Whether the day that begins at `day` is close enough to the clock for a key that was derived for it. Such
 * a key is handed out in place of the secret because it expires soon. Clients may derive theirs once and
 * keep it past midnight, so a day before or after is accepted.
 */
export function isNearSignDate(day: number, now: number, clockSkew: number): boolean {
  const grace = Math.max(serverLimits.SIGN_DATE_DAYS_OFF_MAX * DAY_MS, clockSkew)
  return now >= day - grace && now < day + DAY_MS + grace
}
