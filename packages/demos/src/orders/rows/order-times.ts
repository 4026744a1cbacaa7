import { DAY_MS, HOUR_MS, calendar } from '../../generate/beijing-calendar.js'
import { Draws } from '../../generate/draws.js'

/** The set is closed at the end of November 2025 in Beijing, after an 11-11; it holds two years. */
export const AS_OF = Date.UTC(2025, 10, 30, 16)
export const DAYS = 730
export const FIRST_TIME = AS_OF - DAYS * DAY_MS

const PAID = 0.93
const SHIPPED = 0.97
const RECEIVED = 0.95
const PAID_WITHIN_MS = HOUR_MS
const SHIPPED_WITHIN_MS = 3 * DAY_MS
const RECEIVED_WITHIN_MS = 9 * DAY_MS
/** Of the second orders of a consumer, those within 30 days, and those after 90. */
const SOON = 0.35
const LATE = 0.35

/** Times of creation by the rhythm of day, week and year. */
export function orderTimes(seed: number): (order: number) => number {
  const at = calendar({ from: FIRST_TIME, days: DAYS })
  return (order) => {
    const draws = new Draws(seed, 'order time', order)
    return at(draws.next(), draws.next())
  }
}

/** Some time after the first order of the same consumer, or before it where the set would end. */
export function secondTime(draws: Draws, first: number): number {
  const soon = draws.next()
  const days =
    soon < SOON
      ? draws.next() * 30
      : soon < 1 - LATE
        ? 30 + draws.next() * 60
        : 90 + draws.next() * 210
  const gap = Math.floor(days * DAY_MS)
  return first + gap < AS_OF ? first + gap : first - gap
}

export interface OrderSteps {
  readonly payTime: number | undefined
  readonly shipTime: number | undefined
  readonly receiveTime: number | undefined
}

/** The way of an order from created to received, as far as it came until the set was closed. */
export function stepsOf(draws: Draws, createTime: number): OrderSteps {
  const payTime = next(draws, createTime, PAID, 10_000, PAID_WITHIN_MS)
  const shipTime = next(draws, payTime, SHIPPED, HOUR_MS, SHIPPED_WITHIN_MS)
  const receiveTime = next(draws, shipTime, RECEIVED, DAY_MS, RECEIVED_WITHIN_MS)
  return { payTime, shipTime, receiveTime }
}

/** Draws as often when the step does not happen, so that later numbers do not depend on it. */
function next(
  draws: Draws,
  before: number | undefined,
  share: number,
  leastMs: number,
  mostMs: number,
): number | undefined {
  const happens = draws.chance(share)
  const gap = leastMs + Math.floor(draws.next() ** 2 * (mostMs - leastMs))
  if (!happens || before === undefined || before + gap >= AS_OF) return undefined
  return before + gap
}
