import type { Value } from '@rowhouse/client'
import { bytesOfBase64 } from '../formats/base64.js'
import type { FileValue } from '../formats/record.js'
import type { PlannedType } from './column-plan.js'
import type { TimeParser } from './time-format.js'

/** Converts a value to a type of the table; undefined when that is impossible. */
export type Convert = (value: Exclude<FileValue, null>) => Value | undefined

export function converterOf(type: PlannedType, parseTime: TimeParser): Convert {
  switch (type) {
    case 'string':
      return toText
    case 'integer':
      return toInteger
    case 'double':
      return toDouble
    case 'boolean':
      return toBoolean
    case 'binary':
      return toBinary
    case 'time':
      return (value) => (typeof value === 'bigint' ? value : parseTime(String(value)))
    case 'written':
      return (value) => value
  }
}

const toText: Convert = (value) => {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? undefined : String(value)
}

const INTEGER = /^\s*[+-]?\d{1,19}\s*$/
/** A number is exact for integers with so many digits. */
const EXACT_DIGITS = 15
const INT64_MAX = 2n ** 63n - 1n

const toInteger: Convert = (value) => {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || !INTEGER.test(value)) return undefined
  if (value.length <= EXACT_DIGITS) return BigInt(Number(value))
  const text = value.trim()
  const integer = BigInt(text.startsWith('+') ? text.slice(1) : text)
  return integer > INT64_MAX || integer < -INT64_MAX - 1n ? undefined : integer
}

const DOUBLE = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/

const toDouble: Convert = (value) => {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return exactDouble(value)
  if (typeof value !== 'string' || !DOUBLE.test(value)) return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) return undefined
  const mayLoseDigits = value.length > EXACT_DIGITS && DIGITS.test(value)
  return mayLoseDigits ? exactDouble(BigInt(value.trim().replace('+', ''))) : number
}

const DIGITS = /^\s*[+-]?\d+\s*$/

/** An integer as a double; undefined when it would become another number. */
const exactDouble = (integer: bigint): number | undefined => {
  const double = Number(integer)
  return Number.isFinite(double) && BigInt(double) === integer ? double : undefined
}

const toBoolean: Convert = (value) => {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const text = value.trim().toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const toBinary: Convert = (value) => {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string' || !BASE64.test(value)) return undefined
  return bytesOfBase64(value)
}
