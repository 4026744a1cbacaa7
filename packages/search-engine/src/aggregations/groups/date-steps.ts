import {
  type DateTimeUnit,
  type DateTimeValue,
  type FieldRange,
  type GroupByDateHistogram,
  type SearchVariant,
  errors,
} from '@rowhouse/protocol'
import { numericPoint } from '../../queries/values/numeric-bounds.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import {
  type DateRounding,
  type DateUnit,
  createDateRounding,
  parseTimeZone,
} from '../../values/date-rounding.js'
import { toInt64 } from '../../values/int64.js'
import type { HistogramShape } from './histogram-entries.js'

/** The buckets of a date histogram; all times are in milliseconds. */
export interface DateSteps {
  /** Equal for equal steps, and only for those. */
  readonly id: string
  readonly rounding: DateRounding
  /**
   * Buckets of months have no fixed length; they begin at days of a calendar that is shifted by
   * this offset.
   */
  readonly isCalendar: boolean
  readonly shiftMs: number
  readonly span: HistogramShape['span']
  readonly missing: number | undefined
}

const UNITS: Readonly<Record<DateTimeUnit, DateUnit>> = {
  YEAR: 'YEAR',
  QUARTER_YEAR: 'QUARTER',
  MONTH: 'MONTH',
  WEEK: 'WEEK',
  DAY: 'DAY',
  HOUR: 'HOUR',
  MINUTE: 'MINUTE',
  SECOND: 'SECOND',
  MILLISECOND: 'MILLISECOND',
}

const CALENDAR: readonly DateTimeUnit[] = ['YEAR', 'QUARTER_YEAR', 'MONTH']

const LENGTH_MS: Readonly<Partial<Record<DateTimeUnit, number>>> = {
  WEEK: 604_800_000,
  DAY: 86_400_000,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1000,
  MILLISECOND: 1,
}

export function dateSteps(asked: GroupByDateHistogram, field: FieldLayout): DateSteps {
  const { interval } = asked
  const timeZoneMs = timeZoneOf(asked.timeZone)
  const offsetMs = asked.offset === undefined ? 0 : lengthOf(asked.offset)
  const unit = UNITS[interval.unit]
  const rounding = createDateRounding({ unit, value: interval.value, timeZoneMs, offsetMs })
  const millis = (value: SearchVariant): number =>
    Number(toInt64(BigInt(numericPoint(field, value).low)) / 1_000_000n)
  return {
    id: [interval.value, unit, timeZoneMs, offsetMs].join(' '),
    rounding,
    isCalendar: CALENDAR.includes(interval.unit),
    shiftMs: timeZoneMs - offsetMs,
    span: spanOf(asked.fieldRange, millis, rounding),
    missing: asked.missing === undefined ? undefined : millis(asked.missing),
  }
}

function timeZoneOf(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  const offset = parseTimeZone(text)
  if (offset !== undefined) return offset
  throw errors.invalidSearchParameter('group_by_date_histogram.time_zone', text)
}

function lengthOf({ value, unit }: DateTimeValue): number {
  const length = LENGTH_MS[unit]
  if (length !== undefined) return value * length
  throw errors.invalidSearchParameter('group_by_date_histogram.offset', `${value} ${unit}`)
}

/**
 * From the bucket of the minimum to that of the maximum, which is excluded, as the PHP SDK's test
 * of date histograms asserts.
 */
function spanOf(
  range: FieldRange | undefined,
  millis: (value: SearchVariant) => number,
  { floor }: DateRounding,
): HistogramShape['span'] {
  if (range === undefined) return undefined
  const [min, max] = [millis(range.min), millis(range.max)]
  if (min > max) throw errors.invalidSearchParameter('field_range', `[${min}, ${max}]`)
  return { from: floor(min), end: floor(max) }
}
