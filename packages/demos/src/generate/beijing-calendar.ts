import { outOfRange } from '@rowhouse/platform'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** The samples live by Beijing time, which knows no summer time. */
export const BEIJING_OFFSET_MS = 8 * HOUR_MS

/** How busy a day is, as a factor of a usual one. The date is `MM-DD` in Beijing. */
export type DayRhythm = (date: string, weekday: number) => number

const SHOPPING_DAYS: Readonly<Record<string, number>> = {
  '11-11': 9,
  '11-10': 2.5,
  '11-12': 2,
  '06-18': 5,
  '12-12': 3,
}

/** The year of people who shop: weekends are busier, and 11-11, 06-18 and 12-12 are the peaks. */
export const shoppingRhythm: DayRhythm = (date, weekday) =>
  (SHOPPING_DAYS[date] ?? 1) * (weekday === 0 || weekday === 6 ? 1.25 : 1)

/** The hours of a day from midnight: asleep, at work, at lunch, and a long evening. */
export const WAKING_HOURS: readonly number[] = [
  10, 5, 3, 2, 2, 3, 8, 16, 28, 42, 50, 48, 46, 44, 46, 48, 46, 42, 44, 56, 68, 70, 52, 28,
]

export interface CalendarOptions {
  /** Midnight in Beijing, in milliseconds since the epoch. */
  readonly from: number
  readonly days: number
  readonly rhythm?: DayRhythm
  readonly hours?: readonly number[]
}

/**
 * Times that follow the rhythm of a calendar: `calendar(day, hour)` takes two numbers in [0, 1) and
 * answers a time in milliseconds. The weights of the days are summed up once.
 */
export function calendar({
  from,
  days,
  rhythm = shoppingRhythm,
  hours = WAKING_HOURS,
}: CalendarOptions): (day: number, hour: number) => number {
  const dayOf = weighted(Array.from({ length: days }, (_, day) => weightOf(from, day, rhythm)))
  const hourOf = weighted(hours)
  return (day, hour) => from + Math.floor(dayOf(day)) * DAY_MS + Math.floor(hourOf(hour) * HOUR_MS)
}

function weightOf(from: number, day: number, rhythm: DayRhythm): number {
  const local = new Date(from + day * DAY_MS + BEIJING_OFFSET_MS)
  return rhythm(local.toISOString().slice(5, 10), local.getUTCDay())
}

/** Turns a number in [0, 1) into a place in [0, weights.length) that is drawn by the weights. */
export function weighted(weights: readonly number[]): (draw: number) => number {
  const ends: number[] = []
  let total = 0
  for (const weight of weights) ends.push((total += weight))
  return (draw) => {
    const wanted = draw * total
    let low = 0
    let high = ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? outOfRange()) > wanted) high = middle
      else low = middle + 1
    }
    const end = ends[low] ?? outOfRange()
    const begin = low === 0 ? 0 : (ends[low - 1] ?? outOfRange())
    return low + (wanted - begin) / (end - begin)
  }
}

/** Midnight in Beijing of the first of a month, `months` after that of `time`. */
export function monthBegin(time: number, months = 0): number {
  const local = new Date(time + BEIJING_OFFSET_MS)
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - BEIJING_OFFSET_MS
}
