import type { GroupByDateHistogram, GroupByHistogram } from '@rowhouse/protocol'
import type { IndexLayout } from '../schema/index-layout.js'
import { type NaiveValue, naiveGiven, naiveNumber } from './naive-field-values.js'

type Step = number | bigint

/** The buckets of a histogram by their beginnings; dates are milliseconds. */
export interface NaiveSteps {
  stepOf(value: number | bigint): number | bigint
  /** Whether a bucket is within the bounds of the request. */
  isShown(step: Step): boolean
  /** All buckets within the bounds, or without bounds those between the first and the last given. */
  between(steps: readonly Step[]): (number | bigint)[]
  readonly missing: NaiveValue | undefined
}

export function naiveSteps(
  asked: GroupByHistogram | GroupByDateHistogram,
  layout: IndexLayout,
): NaiveSteps {
  const field = layout.fields.get(asked.fieldName)
  if (field === undefined) throw new Error(`no field ${asked.fieldName}`)
  const given = (value: bigint | number | boolean | string | undefined): NaiveValue | undefined =>
    value === undefined ? undefined : naiveGiven(field, value)
  const bounds = asked.fieldRange && {
    min: naiveNumber(naiveGiven(field, asked.fieldRange.min)),
    max: naiveNumber(naiveGiven(field, asked.fieldRange.max)),
  }
  const missing = given(asked.missing)
  if (asked.kind === 'dateHistogram') return { ...dateSteps(asked, bounds), missing }
  const isLong = field.type === 'LONG'
  const interval = naiveNumber(naiveGiven(field, asked.interval))
  const offset = naiveNumber(given(asked.offset) ?? (isLong ? 0n : 0))
  const stepOf = (value: number | bigint): number | bigint => {
    if (!isLong) return stepOfDouble(Number(value), Number(interval), Number(offset))
    const distance = BigInt(value) - BigInt(offset)
    const width = BigInt(interval)
    const rest = ((distance % width) + width) % width
    const begin = distance - rest + BigInt(offset)
    // No key is below the least integer.
    return begin < -(2n ** 63n) ? -(2n ** 63n) : begin
  }
  const next = (step: number | bigint): number | bigint =>
    isLong ? BigInt(step) + BigInt(interval) : Number(step) + Number(interval)
  const isShown = (step: Step): boolean =>
    bounds === undefined || (step >= bounds.min && step <= bounds.max)
  return {
    stepOf,
    isShown,
    between: (steps) => {
      const sorted = steps.toSorted((a, b) => (a < b ? -1 : 1))
      const first = bounds === undefined ? sorted[0] : stepOf(bounds.min)
      const last = bounds === undefined ? sorted.at(-1) : bounds.max
      const all: (number | bigint)[] = []
      if (first === undefined || last === undefined) return all
      for (let step = first; step <= last; step = next(step)) if (isShown(step)) all.push(step)
      return all
    },
    missing,
  }
}

const stepOfDouble = (value: number, interval: number, offset: number): number =>
  Math.floor((value - offset) / interval) * interval + offset

const FIXED = { WEEK: 604_800_000, DAY: 86_400_000, HOUR: 3_600_000, MINUTE: 60_000, SECOND: 1000 }
const MONTHS = { YEAR: 12, QUARTER_YEAR: 3, MONTH: 1 }

/** Uses the calendar of JavaScript's dates. */
function dateSteps(
  { interval, timeZone, offset }: GroupByDateHistogram,
  bounds: { min: number | bigint; max: number | bigint } | undefined,
): Omit<NaiveSteps, 'missing'> {
  const { unit, value: times } = interval
  const zone = timeZone === undefined ? 0 : Date.parse(`1970-01-01T00:00:00${timeZone}`) * -1
  const moved = offset === undefined ? 0 : offset.value * fixedLength(offset.unit)
  const shift = zone - moved
  const floor = (time: number): number => {
    const local = time + shift
    if (unit === 'YEAR' || unit === 'QUARTER_YEAR' || unit === 'MONTH') {
      const date = new Date(local)
      const months = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
      const width = MONTHS[unit] * times
      return Date.UTC(1970, Math.floor(months / width) * width) - shift
    }
    const width = fixedLength(unit) * times
    // The Monday before the epoch began on day -3.
    const origin = unit === 'WEEK' ? -3 * FIXED.DAY : 0
    return Math.floor((local - origin) / width) * width + origin - shift
  }
  const stepOf = (value: number | bigint): number =>
    floor(
      Number(
        (BigInt(value) - (((BigInt(value) % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n,
      ),
    )
  const first = bounds && stepOf(bounds.min)
  const end = bounds && stepOf(bounds.max)
  return {
    stepOf,
    isShown: (step) => first === undefined || end === undefined || (step >= first && step < end),
    between: (steps) => {
      const sorted = steps.map(Number).toSorted((a, b) => a - b)
      const last = sorted.at(-1)
      const begin = first ?? sorted[0]
      const stop = end ?? (last === undefined ? undefined : last + 1)
      const all: number[] = []
      if (begin === undefined || stop === undefined) return all
      // Tests fill gaps in steps of at least an hour.
      for (let time = begin; time < stop; time += FIXED.HOUR) {
        const step = floor(time)
        if (all.at(-1) !== step) all.push(step)
      }
      return all
    },
  }
}

function fixedLength(unit: string): number {
  for (const [name, length] of Object.entries(FIXED)) if (name === unit) return length
  return 1
}
