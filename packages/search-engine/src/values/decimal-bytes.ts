import { outOfRange } from '@rowhouse/platform'

/** A number parsed from bytes, and where it ended; reused for each. */
export interface Decimal {
  value: number
  end: number
}

export const createDecimal = (): Decimal => ({ value: 0, end: 0 })

/**
 * This many digits and powers of ten are exact, so that the one division rounds as any parser does.
 */
const DIGITS_MAX = 15
const POWERS = Float64Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power)

const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30

/**
 * Reads a number as JSON has it, without an exponent. False when there is none, or one that is too long to
 * be read this way; what stands behind it is for the caller to look at.
 */
export const readDecimal = (
  bytes: Uint8Array,
  from: number,
  to: number,
  decimal: Decimal,
): boolean => {
  const isNegative = bytes[from] === MINUS
  const first = isNegative ? from + 1 : from
  let at = first
  let value = 0
  let digit = digitAt(bytes, at, to)
  while (digit >= 0) {
    value = value * 10 + digit
    digit = digitAt(bytes, ++at, to)
  }
  const whole = at - first
  if (whole === 0 || (whole > 1 && bytes[first] === ZERO)) return false
  let fraction = 0
  if (at < to && bytes[at] === POINT) {
    digit = digitAt(bytes, ++at, to)
    while (digit >= 0) {
      value = value * 10 + digit
      fraction++
      digit = digitAt(bytes, ++at, to)
    }
    if (fraction === 0) return false
  }
  if (whole + fraction > DIGITS_MAX) return false
  if (fraction > 0) value /= POWERS[fraction] ?? outOfRange()
  decimal.value = isNegative ? -value : value
  decimal.end = at
  return true
}

const digitAt = (bytes: Uint8Array, at: number, to: number): number => {
  if (at >= to) return -1
  const digit = (bytes[at] ?? outOfRange()) - ZERO
  return digit >= 0 && digit <= 9 ? digit : -1
}
