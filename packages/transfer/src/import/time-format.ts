import { TransferError } from '../errors.js'

/** Parses a time to milliseconds since the epoch; undefined when the text is not a time. */
export type TimeParser = (text: string) => bigint | undefined

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'zone'

const PARTS: Readonly<Record<string, readonly [Part, string]>> = {
  yyyy: ['year', '(\\d{4})'],
  MM: ['month', '(\\d{2})'],
  M: ['month', '(\\d{1,2})'],
  dd: ['day', '(\\d{2})'],
  d: ['day', '(\\d{1,2})'],
  HH: ['hour', '(\\d{2})'],
  H: ['hour', '(\\d{1,2})'],
  mm: ['minute', '(\\d{2})'],
  ss: ['second', '(\\d{2})'],
  SSS: ['fraction', '(\\d{1,3})'],
  X: ['zone', '(Z|[+-]\\d{2}:?\\d{2})'],
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,3})\d*)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/
const ISO_PARTS: readonly Part[] = [
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'fraction',
  'zone',
]

/**
 * Makes a parser for a format such as `yyyy-MM-dd HH:mm:ss`, by default ISO 8601. `zone` is for texts
 * without one. The format `epoch` means seconds since the epoch.
 */
export function timeParser(format: string | undefined, zone: string): TimeParser {
  const offset = offsetMs(zone)
  if (offset === undefined) throw new TransferError(`${zone} is no time zone such as +08:00 or Z`)
  if (format === 'epoch') return epochSeconds
  const [pattern, parts] = format === undefined ? [ISO, ISO_PARTS] : compile(format)
  return (text) => {
    const match = pattern.exec(text)
    if (match === null) return undefined
    const values: Partial<Record<Part, string>> = {}
    parts.forEach((part, i) => {
      const value = match[i + 1]
      if (value !== undefined) values[part] = value
    })
    return momentOf(values, offset)
  }
}

function compile(format: string): [RegExp, Part[]] {
  const parts: Part[] = []
  const pattern = format.replace(/yyyy|MM?|dd?|HH?|mm|ss|SSS|X|[^A-Za-z]|[A-Za-z]+/g, (token) => {
    const known = PARTS[token]
    if (known === undefined) return token.replace(/[^\w\s]/g, '\\$&')
    parts.push(known[0])
    return known[1]
  })
  if (!parts.includes('year')) throw new TransferError(`the time format ${format} has no yyyy`)
  return [new RegExp(`^${pattern}$`), parts]
}

function momentOf(values: Partial<Record<Part, string>>, offset: number): bigint | undefined {
  const part = (name: Part, least: number): number => Number(values[name] ?? least)
  const day = part('day', 1)
  const date = new Date(
    Date.UTC(part('year', 1970), part('month', 1) - 1, day, part('hour', 0), part('minute', 0)),
  )
  // Values that Date would carry over, such as 30 February or 24:61, are refused.
  const isReal =
    date.getUTCDate() === day &&
    date.getUTCMonth() === part('month', 1) - 1 &&
    date.getUTCMinutes() === part('minute', 0) &&
    part('second', 0) < 60
  if (!isReal) return undefined
  const fraction = Number((values.fraction ?? '0').padEnd(3, '0'))
  const zone = values.zone === undefined ? offset : offsetMs(values.zone)
  return BigInt(date.getTime() + part('second', 0) * 1000 + fraction - (zone ?? 0))
}

const epochSeconds: TimeParser = (text) => {
  if (!/^-?\d{1,12}(\.\d+)?$/.test(text)) return undefined
  return BigInt(Math.round(Number(text) * 1000))
}

function offsetMs(zone: string): number | undefined {
  if (zone === 'Z') return 0
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (match === null) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}
