import { daysOfMonths, monthsOf } from './calendar.js'

export type DateUnit =
  | 'YEAR'
  | 'QUARTER'
  | 'MONTH'
  | 'WEEK'
  | 'DAY'
  | 'HOUR'
  | 'MINUTE'
  | 'SECOND'
  | 'MILLISECOND'

const DAY_MS = 86_400_000
const FIXED_MS: Readonly<Partial<Record<DateUnit, number>>> = {
  WEEK: 7 * DAY_MS,
  DAY: DAY_MS,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1000,
  MILLISECOND: 1,
}
const MONTHS: Readonly<Partial<Record<DateUnit, number>>> = { YEAR: 12, QUARTER: 3, MONTH: 1 }

/** The epoch was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = -3 * DAY_MS

export interface DateInterval {
  readonly unit: DateUnit
  /** At least 1. */
  readonly value: number
  readonly timeZoneMs: number
  /** Moves the beginnings of all buckets. */
  readonly offsetMs: number
}

/** Buckets of a date histogram. Times are milliseconds since the epoch, in UTC. */
export interface DateRounding {
  /** Where the bucket of a time begins. */
  readonly floor: (timeMs: number) => number
  /** Where the bucket behind begins. */
  readonly next: (bucketMs: number) => number
}

/**
 * Buckets lie on the time zone's own days: two days at +08:00 with an offset of one begin at midnight
 * in that zone on every other day, as the service's PHP SDK's test of date histograms asserts.
 */
export const createDateRounding = (interval: DateInterval): DateRounding => {
  const { unit, value, timeZoneMs, offsetMs } = interval
  const shift = timeZoneMs - offsetMs
  const months = MONTHS[unit]
  if (months !== undefined) return monthRounding(months * value, shift)
  const size = (FIXED_MS[unit] ?? 1) * value
  const origin = unit === 'WEEK' ? FIRST_MONDAY_MS : 0
  return {
    floor: (timeMs) => Math.floor((timeMs + shift - origin) / size) * size + origin - shift,
    next: (bucketMs) => bucketMs + size,
  }
}

const monthRounding = (months: number, shift: number): DateRounding => {
  const bucketOf = (timeMs: number): number =>
    Math.floor(monthsOf(Math.floor((timeMs + shift) / DAY_MS)) / months)
  const startOf = (bucket: number): number => daysOfMonths(bucket * months) * DAY_MS - shift
  // Rows of one month come together and calendar arithmetic is slow, so the last bucket is tried
  // first.
  let start = 0
  let end = 0
  return {
    floor: (timeMs) => {
      if (timeMs < start || timeMs >= end) {
        const bucket = bucketOf(timeMs)
        start = startOf(bucket)
        end = startOf(bucket + 1)
      }
      return start
    },
    next: (bucketMs) => startOf(bucketOf(bucketMs) + 1),
  }
}

const TIME_ZONE = /^([+-])(\d{2}):?(\d{2})$/

/** Parses +08:00, Z or UTC; undefined if it is no offset. */
export const parseTimeZone = (text: string): number | undefined => {
  if (text === 'Z' || text === 'UTC') return 0
  const [, sign, hours, minutes] = TIME_ZONE.exec(text) ?? []
  if (sign === undefined || Number(hours) > 18 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
