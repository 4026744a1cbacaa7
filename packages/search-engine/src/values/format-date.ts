import { outOfRange } from '@rowhouse/platform'
import { SECONDS_PER_DAY, calendarDayOf } from './calendar.js'
import { type PatternPart, parseDatePattern } from './date-pattern.js'
import type { Instant } from './instant.js'

export type DateFormatter = (instant: Instant) => string

/** Writes dates as a pattern says, in UTC. Undefined if the pattern is none. */
export const compileDateFormatter = (pattern: string): DateFormatter | undefined => {
  const parts = parseDatePattern(pattern)
  return parts && ((instant) => parts.map((part) => formatPart(part, instant)).join(''))
}

const formatPart = (part: PatternPart, { seconds, nanos }: Instant): string => {
  if (part.kind === 'literal') return part.text
  const { letter, width } = part
  const padded = (number: number): string => String(number).padStart(width, '0')
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const second = seconds - days * SECONDS_PER_DAY
  const hour = Math.floor(second / 3600)
  const { year, month, day } = calendarDayOf(days)
  switch (letter) {
    case 'y':
      return padded(width === 2 ? year % 100 : year)
    case 'M':
      return padded(month)
    case 'd':
      return padded(day)
    case 'a':
      return hour < 12 ? 'AM' : 'PM'
    case 'K':
      return padded(hour % 12)
    case 'H':
      return padded(hour)
    case 'm':
      return padded(Math.floor(second / 60) % 60)
    case 's':
      return padded(second % 60)
    case 'S':
      return String(nanos).padStart(9, '0').slice(0, width)
    case 'X':
      return 'Z'
    case 'x':
      return ['+00', '+0000', '+00:00'][width - 1] ?? outOfRange()
  }
}
