import { expectDefined } from '@rowhouse/platform'
import { limits, parseGeoPoint } from '@rowhouse/protocol'
import type { FieldValue } from '../documents/document.js'
import { compileDateFormats } from '../values/date-formats.js'
import { createInstant, nanosecondsOf } from '../values/instant.js'
import { parseIpAddress } from '../values/ip-address.js'
import type { FieldLayout, LeafType } from './index-layout.js'
import type { JsonValue } from './parse-json.js'

/**
 * A value as a column or JSON has it, before a field reads it; bytes are those of a BINARY column.
 */
export type RawValue = boolean | number | bigint | string | Uint8Array | readonly JsonValue[]

/** Reads a field's value; undefined if it does not fit. */
export type ReadValue = (raw: RawValue) => FieldValue | undefined

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n
const FLOAT_BYTES = 4

/** `converts` is for virtual fields, which may read a column of another type. */
export function valueReader(field: FieldLayout): ReadValue {
  const converts = field.isVirtual
  switch (field.type) {
    case 'LONG':
      return (raw) => longOf(raw, converts)
    case 'DOUBLE':
      return (raw) => doubleOf(raw, converts)
    case 'BOOLEAN':
      return (raw) => (typeof raw === 'boolean' ? Number(raw) : undefined)
    case 'KEYWORD':
    case 'FUZZY_KEYWORD':
    case 'TEXT': {
      const max = bytesMax(field.type)
      return (raw) => textOf(raw, converts, max)
    }
    case 'DATE':
      return dateReader(field)
    case 'GEO_POINT':
      return (raw) => (typeof raw === 'string' ? parseGeoPoint(raw) : undefined)
    case 'IP':
      return (raw) => (typeof raw === 'string' ? parseIpAddress(raw) : undefined)
    case 'VECTOR':
      return vectorReader(expectDefined(field.vector, 'a vector field has a dimension').dimension)
  }
}

const INTEGER = /^[+-]?\d{1,19}$/
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const NUMBER_CHARACTERS_MAX = 400

function longOf(raw: RawValue, converts: boolean): FieldValue | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : undefined
  if (typeof raw === 'bigint') return raw >= INT64_MIN && raw <= INT64_MAX ? raw : undefined
  if (typeof raw !== 'string' || !converts || !INTEGER.test(raw)) return undefined
  return longOf(BigInt(raw.replace('+', '')), false)
}

function doubleOf(raw: RawValue, converts: boolean): FieldValue | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  if (typeof raw === 'bigint') return Number(raw)
  if (typeof raw !== 'string' || !converts || raw.length > NUMBER_CHARACTERS_MAX) return undefined
  return DECIMAL.test(raw) ? doubleOf(Number(raw), false) : undefined
}

function bytesMax(type: LeafType): number {
  if (type === 'KEYWORD') return limits.SEARCH_KEYWORD_BYTES_MAX
  return type === 'TEXT' ? limits.SEARCH_TEXT_BYTES_MAX : limits.SEARCH_FUZZY_KEYWORD_BYTES_MAX
}

function textOf(raw: RawValue, converts: boolean, max: number): FieldValue | undefined {
  if (typeof raw === 'string') {
    const isShort = raw.length * 3 <= max || Buffer.byteLength(raw) <= max
    return isShort ? raw : undefined
  }
  if (!converts || (typeof raw !== 'number' && typeof raw !== 'bigint')) return undefined
  return String(raw)
}

function dateReader({ dateFormats }: FieldLayout): ReadValue {
  const formats = compileDateFormats(dateFormats)
  if (formats === undefined) return () => undefined
  const instant = createInstant()
  return (raw) => {
    if (typeof raw === 'string') {
      return formats.readText(raw, instant) ? nanosecondsOf(instant) : undefined
    }
    const isInteger = typeof raw === 'bigint' || Number.isSafeInteger(raw)
    if (!isInteger || (typeof raw !== 'bigint' && typeof raw !== 'number')) return undefined
    return formats.readNumber(BigInt(raw), instant) ? nanosecondsOf(instant) : undefined
  }
}

function vectorReader(dimension: number): ReadValue {
  return (raw) => {
    if (raw instanceof Uint8Array) return packedFloats(raw, dimension)
    if (!Array.isArray(raw) || raw.length !== dimension) return undefined
    const floats = new Float32Array(dimension)
    for (const [index, value] of raw.entries()) {
      if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
      floats[index] = Number(value)
    }
    return floats.every(Number.isFinite) ? floats : undefined
  }
}

/** Little-endian, as the Java SDK's helper for vectors packs them. */
function packedFloats(bytes: Uint8Array, dimension: number): Float32Array | undefined {
  if (bytes.length !== dimension * FLOAT_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const floats = Float32Array.from({ length: dimension }, (_, index) =>
    view.getFloat32(index * FLOAT_BYTES, true),
  )
  return floats.every(Number.isFinite) ? floats : undefined
}
