import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runCaseFile } from '../testing/cases/run-case-file.js'
import { compileDateFormats } from './date-formats.js'
import { type DateUnit, createDateRounding, parseTimeZone } from './date-rounding.js'
import { formatEpoch, isEpochFormat } from './epoch-format.js'
import { compileDateFormatter } from './format-date.js'
import { createInstant, nanosecondsOf, setNanoseconds } from './instant.js'
import { compileDateParser } from './parse-date.js'

const iso = compileDateFormatter("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSX")

/** Runs `read FORMAT [| FORMAT ...]` or `write FORMAT`, then JSON texts or numbers, one per line. */
const run = ([head = '', ...lines]: readonly string[]): string => {
  const instant = createInstant()
  const [, mode, rest = ''] = /^(\w+) (.*)$/.exec(head) ?? []
  if (mode === 'write') {
    const format = compileDateFormatter(rest)
    if (format === undefined) return 'no pattern'
    return lines
      .map((line) => {
        setNanoseconds(instant, BigInt(line))
        return JSON.stringify(format(instant))
      })
      .join('\n')
  }
  const formats = compileDateFormats(rest.split(' | '))
  if (formats === undefined) return 'no pattern'
  return lines
    .map((line) => {
      const fits = line.startsWith('"')
        ? formats.readText(String(JSON.parse(line)), instant)
        : formats.readNumber(BigInt(line), instant)
      return fits ? `${iso?.(instant)} ${nanosecondsOf(instant)}` : 'no date'
    })
    .join('\n')
}

it('dates are read and written as in the cases', () => runCaseFile('dates.txt', run))

const patterns = [
  'yyyy-MM-dd HH:mm:ss.SSSSSSSSS',
  "yyyy-M-d'T'H:m:s.SSSSSSSSSX",
  'yyyyMMddHHmmssSSSSSSSSS',
  'a KK:mm:ss,SSSSSSSSS dd/MM/yyyy xxx',
  'y.M.d K a m s SSSSSSSSS XX',
]

it('dates round-trip to the nanosecond', () => {
  const instant = createInstant()
  for (const pattern of patterns) {
    const parse = compileDateParser(pattern)
    const format = compileDateFormatter(pattern)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (nanoseconds) => {
        setNanoseconds(instant, nanoseconds)
        const text = format?.(instant) ?? ''
        expect(parse?.(text, instant), text).toBe(true)
        expect(nanosecondsOf(instant)).toBe(nanoseconds)
      }),
    )
  }
})

it('reads the ISO strings of JavaScript', () => {
  const parse = compileDateParser("yyyy-MM-dd'T'HH:mm:ss.SSSX")
  const instant = createInstant()
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2262-04-01'), noInvalidDate: true }),
      (date) => {
        expect(parse?.(date.toISOString(), instant)).toBe(true)
        expect(nanosecondsOf(instant)).toBe(BigInt(date.getTime()) * 1_000_000n)
      },
    ),
  )
})

it('any text is either read or refused', () => {
  const instant = createInstant()
  const parsers = patterns.map(compileDateParser)
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const parse of parsers) expect(typeof parse?.(text, instant)).toBe('boolean')
    }),
  )
})

it('writes epochs in their units', () => {
  expect(formatEpoch('epoch_second', 1_999_999_999n)).toBe(1n)
  expect(formatEpoch('epoch_nanos', 7n)).toBe(7n)
  expect(isEpochFormat('epoch_days')).toBe(false)
})

const HOUR = 3_600_000

it('the first buckets of the date histogram test of the PHP SDK', () => {
  const rounding = createDateRounding({
    unit: 'DAY',
    value: 2,
    timeZoneMs: 8 * HOUR,
    offsetMs: 24 * HOUR,
  })
  const first = rounding.floor(Date.UTC(2017, 4, 1, 0, 0, 1))
  expect([first, rounding.next(first)]).toEqual([1_493_568_000_000, 1_493_740_800_000])
})

it.each<[DateUnit, number, string, string, string]>([
  ['YEAR', 1, '2024-02-29T12:00Z', '2024-01-01T00:00Z', '2025-01-01T00:00Z'],
  ['QUARTER', 1, '2024-06-30T23:59Z', '2024-04-01T00:00Z', '2024-07-01T00:00Z'],
  ['MONTH', 1, '2024-02-29T12:00Z', '2024-02-01T00:00Z', '2024-03-01T00:00Z'],
  ['MONTH', 5, '1970-11-02T00:00Z', '1970-11-01T00:00Z', '1971-04-01T00:00Z'],
  ['WEEK', 1, '2026-11-22T23:00Z', '2026-11-16T00:00Z', '2026-11-23T00:00Z'],
  ['HOUR', 6, '2026-11-21T13:00Z', '2026-11-21T12:00Z', '2026-11-21T18:00Z'],
  ['MINUTE', 15, '2026-11-21T13:14Z', '2026-11-21T13:00Z', '2026-11-21T13:15Z'],
])('a bucket of unit %s times %i contains %s', (unit, value, time, start, end) => {
  const rounding = createDateRounding({ unit, value, timeZoneMs: 0, offsetMs: 0 })
  expect(rounding.floor(Date.parse(time))).toBe(Date.parse(start))
  expect(rounding.next(Date.parse(start))).toBe(Date.parse(end))
})

it('every time is in its bucket, for any zone and offset', () => {
  const units = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND'] as const
  const interval = fc.record({
    unit: fc.constantFrom(...units),
    value: fc.integer({ min: 1, max: 40 }),
    timeZoneMs: fc.integer({ min: -12, max: 14 }).map((hours) => hours * HOUR),
    offsetMs: fc.integer({ min: -1e9, max: 1e9 }),
  })
  const time = fc.integer({ min: 0, max: 9_223_372_036_854 })
  fc.assert(
    fc.property(interval, time, time, (settings, earlier, later) => {
      const rounding = createDateRounding(settings)
      for (const timeMs of [earlier, later]) {
        const start = rounding.floor(timeMs)
        const end = rounding.next(start)
        expect(start <= timeMs && timeMs < end).toBe(true)
        expect(rounding.floor(start)).toBe(start)
        expect(rounding.floor(end)).toBe(end)
      }
    }),
  )
})

it('time zones are offsets', () => {
  expect(parseTimeZone('+08:00')).toBe(8 * HOUR)
  expect(parseTimeZone('-00:30')).toBe(-HOUR / 2)
  expect(parseTimeZone('Z')).toBe(0)
  expect(['08:00', '+8', '+19:00', '+08:60', 'Asia/Shanghai'].map(parseTimeZone)).toEqual(
    Array.from({ length: 5 }),
  )
})
