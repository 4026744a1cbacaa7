import type { ColumnType, Value } from '@rowhouse/snippets'
import { UseError } from '../errors.js'
import type { JsonValue } from '../json/json-parser.js'
import { writeJson } from '../json/write-json.js'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const INT64_MAX = 2n ** 63n - 1n

/** A value of a known type; `where` is its name in errors. Bytes are base64. */
export function typedValue(value: JsonValue, type: ColumnType, where: string): Value {
  if (type === 'BINARY') return bytesOf(value, where)
  if (type === 'STRING' && typeof value === 'string') return value
  if (type === 'BOOLEAN' && typeof value === 'boolean') return value
  if (type === 'INTEGER' && typeof value === 'bigint') return int64(value, where)
  if (type === 'DOUBLE' && isNumber(value)) return Number(value)
  throw new UseError(`${where} is no ${type.toLowerCase()}: ${writeJson(value)}`)
}

/** A value with the type of its JSON; a number is a double, as in the service's tool. */
export function plainValue(value: JsonValue, where: string): Value {
  if (isNumber(value)) return Number(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  throw new UseError(`${where} is no value of a column`)
}

function bytesOf(value: JsonValue, where: string): Uint8Array {
  if (typeof value === 'string' && BASE64.test(value)) {
    return new Uint8Array(Buffer.from(value, 'base64'))
  }
  throw new UseError(`${where} is no base64`)
}

function int64(value: bigint, where: string): bigint {
  if (value >= -INT64_MAX - 1n && value <= INT64_MAX) return value
  throw new UseError(`${where} does not fit 64 bits: ${value}`)
}

const isNumber = (value: JsonValue): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number'

const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['string', 'STRING'],
  ['integer', 'INTEGER'],
  ['double', 'DOUBLE'],
  ['bool', 'BOOLEAN'],
  ['boolean', 'BOOLEAN'],
  ['binary', 'BINARY'],
])

/** A type by its name in commands, in any case. */
export function typeNamed(name: string, where: string): ColumnType {
  const type = TYPES.get(name.toLowerCase())
  if (type !== undefined) return type
  throw new UseError(`${where} is ${name}: take one of ${[...TYPES.keys()].join(', ')}`)
}
