import { outOfRange } from '@rowhouse/platform'
import { SECONDS_PER_DAY, daysInMonth, daysOf } from './calendar.js'
import { type FieldLetter, type PatternPart, parseDatePattern } from './date-pattern.js'
import { type Instant, isInRange } from './instant.js'

/** Fills the instant and says true; false if the text does not fit the pattern or the range of dates. */
export type DateParser = (text: string, instant: Instant) => boolean

/**
 * Undefined if the pattern is invalid. A pattern becomes a short program of numbers, because a
 * function call for each part took longer than the parts. A parser serves one thread, since its
 * fields are reused.
 */
export const compileDateParser = (pattern: string): DateParser | undefined => {
  const parts = parseDatePattern(pattern)
  if (parts === undefined) return undefined
  const program = Int32Array.from(parts.flatMap(stepsOf))
  const fields = new Int32Array(FIELDS)
  return (text, instant) => {
    for (let field = 0; field < FIELDS; field++) fields[field] = FIRST[field] ?? outOfRange()
    return read(program, text, fields) && resolve(fields, instant)
  }
}

/** Places of the fields that a text fills. */
const YEAR = 0
const MONTH = 1
const DAY = 2
const HOUR = 3
const MINUTE = 4
const SECOND = 5
const NANOS = 6
const AFTERNOON = 7
const OFFSET_SECONDS = 8
const FIELDS = 9

/** What a pattern does not name. Without an offset it is UTC. */
const FIRST: Readonly<Int32Array> = Int32Array.of(1970, 1, 1, 0, 0, 0, 0, 0, 0)

/** A step of a program is three numbers: what to read, where to put it, and in how many characters. */
const STEP_NUMBERS = 3
/** The character itself stands in the second place. */
const LITERAL = 0
/** Exactly so many digits. */
const DIGITS = 1
/** From one digit to so many. */
const DIGITS_UP_TO = 2
const HALF_OF_DAY = 3
/** One letter: +08 or +0830; two: +0830; three: +08:30. */
const OFFSET = 4
const OFFSET_OR_Z = 5

const stepsOf = (part: PatternPart): number[] => {
  if (part.kind === 'literal')
    return Array.from({ length: part.text.length }, (_, at) => [
      LITERAL,
      part.text.charCodeAt(at),
      1,
    ]).flat()
  const { letter, width } = part
  switch (letter) {
    case 'a':
      return [HALF_OF_DAY, AFTERNOON, 2]
    case 'X':
      return [OFFSET_OR_Z, OFFSET_SECONDS, width]
    case 'x':
      return [OFFSET, OFFSET_SECONDS, width]
    case 'S':
      return [DIGITS, NANOS, width]
    case 'y':
      return width === 1 ? [DIGITS_UP_TO, YEAR, 4] : [DIGITS, YEAR, width]
    default:
      return width === 1 ? [DIGITS_UP_TO, FIELD_OF[letter], 2] : [DIGITS, FIELD_OF[letter], width]
  }
}

const FIELD_OF: Readonly<Record<Exclude<FieldLetter, 'a' | 'X' | 'x' | 'S' | 'y'>, number>> = {
  M: MONTH,
  d: DAY,
  K: HOUR,
  H: HOUR,
  m: MINUTE,
  s: SECOND,
}

const read = (program: Int32Array, text: string, fields: Int32Array): boolean => {
  let at = 0
  for (let step = 0; step < program.length; step += STEP_NUMBERS) {
    const kind = program[step] ?? outOfRange()
    const field = program[step + 1] ?? outOfRange()
    const width = program[step + 2] ?? outOfRange()
    if (kind === LITERAL) at = text.charCodeAt(at) === field ? at + 1 : -1
    else if (kind === DIGITS) {
      const number = fixedNumber(text, at, width)
      fields[field] = scaled(field, width, number)
      at = number < 0 ? -1 : at + width
    } else if (kind === DIGITS_UP_TO) {
      let digits = 1
      while (digits < width && isDigit(text.charCodeAt(at + digits))) digits++
      const number = fixedNumber(text, at, digits)
      fields[field] = number
      at = number < 0 ? -1 : at + digits
    } else if (kind === HALF_OF_DAY) at = readHalfOfDay(text, at, fields)
    else at = readOffset(text, at, width, kind === OFFSET_OR_Z, fields)
    if (at < 0) return false
  }
  return at === text.length
}

const ZERO = 48

const isDigit = (unit: number): boolean => unit >= ZERO && unit <= ZERO + 9

/** The number of exactly so many digits; -1 where there are fewer. */
const fixedNumber = (text: string, at: number, width: number): number => {
  let number = 0
  for (let index = at; index < at + width; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (!(digit >= 0 && digit <= 9)) return -1
    number = number * 10 + digit
  }
  return number
}

/** A fraction of three digits is milliseconds; a year of two is of this century, as Java's formats say. */
const scaled = (field: number, width: number, number: number): number => {
  if (field === NANOS) return number * (NANOS_OF_FRACTION[width] ?? outOfRange())
  return field === YEAR && width === 2 ? 2000 + number : number
}

const NANOS_OF_FRACTION = [0, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 100, 10, 1] as const

/** An hour of a half of the day is in a pattern only together with its half, and counts to 11. */
const NO_HALF = 0
const MORNING = 1
const EVENING = 2

const readHalfOfDay = (text: string, at: number, fields: Int32Array): number => {
  const half = text.slice(at, at + 2).toUpperCase()
  fields[AFTERNOON] = half === 'PM' ? EVENING : MORNING
  return half === 'AM' || half === 'PM' ? at + 2 : -1
}

const readOffset = (
  text: string,
  at: number,
  width: number,
  takesZ: boolean,
  fields: Int32Array,
): number => {
  const sign = text[at]
  if (takesZ && sign === 'Z') return at + 1
  const hours = fixedNumber(text, at + 1, 2)
  let end = at + 3
  let minutes = 0
  if (width === 3 && text[end] !== ':') return -1
  if (width > 1 || isDigit(text.charCodeAt(end))) {
    if (width === 3) end++
    minutes = fixedNumber(text, end, 2)
    end += 2
  }
  const isOffset = (sign === '+' || sign === '-') && hours >= 0 && minutes >= 0
  if (!isOffset || hours > 18 || minutes > 59) return -1
  fields[OFFSET_SECONDS] = (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60)
  return end
}

const resolve = (fields: Int32Array, instant: Instant): boolean => {
  const year = fields[YEAR] ?? outOfRange()
  const month = fields[MONTH] ?? outOfRange()
  const day = fields[DAY] ?? outOfRange()
  const hour = fields[HOUR] ?? outOfRange()
  const minute = fields[MINUTE] ?? outOfRange()
  const second = fields[SECOND] ?? outOfRange()
  const half = fields[AFTERNOON] ?? outOfRange()
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return false
  if (hour > (half === NO_HALF ? 23 : 11) || minute > 59 || second > 59) return false
  const time = (half === EVENING ? hour + 12 : hour) * 3600 + minute * 60 + second
  const days = daysOf(year, month, day)
  instant.seconds = days * SECONDS_PER_DAY + time - (fields[OFFSET_SECONDS] ?? outOfRange())
  instant.nanos = fields[NANOS] ?? outOfRange()
  return isInRange(instant)
}
