import { SECONDS_PER_DAY, daysInMonth, daysOf } from './calendar.js'
import { type PatternPart, type FieldLetter, parseDatePattern } from './date-pattern.js'
import { type Instant, isInRange } from './instant.js'

/** Fills the instant and says true; false if the text does not fit the pattern or the range of dates. */
export type DateParser = (text: string, instant: Instant) => boolean

/** What the steps of a parser leave behind; `at` is where the next one reads, or -1 after a failure. */
interface Fields {
  at: number
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  nanos: number
  afternoon: number
  offsetSeconds: number
}

type Step = (text: string, fields: Fields) => void

/** Undefined if the pattern is none. One parser is for one thread: its fields are used again. */
export const compileDateParser = (pattern: string): DateParser | undefined => {
  const steps = parseDatePattern(pattern)?.map(stepOf)
  if (steps === undefined) return undefined
  const fields = { ...FIRST }
  return (text, instant) => {
    Object.assign(fields, FIRST)
    for (const step of steps) {
      step(text, fields)
      if (fields.at < 0) return false
    }
    return fields.at === text.length && resolve(fields, instant)
  }
}

/** What a pattern does not name. Without an offset it is UTC. */
const FIRST: Readonly<Fields> = {
  at: 0,
  year: 1970,
  month: 1,
  day: 1,
  hour: 0,
  minute: 0,
  second: 0,
  nanos: 0,
  afternoon: 0,
  offsetSeconds: 0,
}

const resolve = (fields: Fields, instant: Instant): boolean => {
  const { year, month, day, hour, minute, second } = fields
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return false
  if (hour > 23 || minute > 59 || second > 59) return false
  const time = (hour + fields.afternoon) * 3600 + minute * 60 + second
  instant.seconds = daysOf(year, month, day) * SECONDS_PER_DAY + time - fields.offsetSeconds
  instant.nanos = fields.nanos
  return isInRange(instant)
}

const stepOf = (part: PatternPart): Step => {
  if (part.kind === 'literal') return literalStep(part.text)
  return FIELD_STEPS[part.letter](part.width)
}

const literalStep =
  (text: string): Step =>
  (input, fields) => {
    fields.at = input.startsWith(text, fields.at) ? fields.at + text.length : -1
  }

const ZERO = 48

const digitAt = (text: string, index: number): number => {
  const digit = text.charCodeAt(index) - ZERO
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** The number of exactly so many digits; -1 where there are fewer. */
const fixedNumber = (text: string, at: number, width: number): number => {
  let number = 0
  for (let index = at; index < at + width; index++) {
    const digit = digitAt(text, index)
    if (digit < 0) return -1
    number = number * 10 + digit
  }
  return number
}

/** One letter stands for as many digits as there are, up to so many; several for exactly so many. */
const numberStep =
  (width: number, digitsMax: number, store: (fields: Fields, number: number) => void): Step =>
  (text, fields) => {
    let digits = width
    while (width === 1 && digits < digitsMax && digitAt(text, fields.at + digits) >= 0) digits++
    const number = fixedNumber(text, fields.at, digits)
    fields.at = number < 0 ? -1 : fields.at + digits
    store(fields, number)
  }

const halfOfDayStep: Step = (text, fields) => {
  const half = text.slice(fields.at, fields.at + 2).toUpperCase()
  if (half === 'PM') fields.afternoon = 12
  fields.at = half === 'AM' || half === 'PM' ? fields.at + 2 : -1
}

/** One letter: +08 or +0830; two: +0830; three: +08:30. A capital one takes Z too. */
const offsetStep =
  (width: number, takesZ: boolean): Step =>
  (text, fields) => {
    const sign = text[fields.at]
    if (takesZ && sign === 'Z') {
      fields.at++
      return
    }
    const hours = fixedNumber(text, fields.at + 1, 2)
    let end = fields.at + 3
    let minutes = 0
    if (width === 3 && text[end] !== ':') minutes = -1
    else if (width > 1 || digitAt(text, end) >= 0) {
      if (width === 3) end++
      minutes = fixedNumber(text, end, 2)
      end += 2
    }
    const isOffset = (sign === '+' || sign === '-') && hours >= 0 && minutes >= 0
    if (!isOffset || hours > 18 || minutes > 59) fields.at = -1
    else {
      fields.offsetSeconds = (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60)
      fields.at = end
    }
  }

const FIELD_STEPS: Readonly<Record<FieldLetter, (width: number) => Step>> = {
  y: (width) =>
    numberStep(width, 4, (fields, number) => {
      // Two digits are of this century, as Java's formats say.
      fields.year = width === 2 ? 2000 + number : number
    }),
  M: (width) => numberStep(width, 2, (fields, number) => void (fields.month = number)),
  d: (width) => numberStep(width, 2, (fields, number) => void (fields.day = number)),
  a: () => halfOfDayStep,
  K: (width) =>
    numberStep(width, 2, (fields, number) => {
      fields.hour = number
      if (number > 11) fields.at = -1
    }),
  H: (width) => numberStep(width, 2, (fields, number) => void (fields.hour = number)),
  m: (width) => numberStep(width, 2, (fields, number) => void (fields.minute = number)),
  s: (width) => numberStep(width, 2, (fields, number) => void (fields.second = number)),
  S: (width) => {
    const unit = 10 ** (9 - width)
    // A width of one is one digit here: a fraction is never as long as it likes.
    return numberStep(width, 1, (fields, number) => void (fields.nanos = number * unit))
  },
  X: (width) => offsetStep(width, true),
  x: (width) => offsetStep(width, false),
}
