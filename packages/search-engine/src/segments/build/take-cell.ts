import { isUtf8 } from 'node:buffer'
import { outOfRange } from '@rowhouse/platform'
import { limits, TEXT_PAYLOAD, VariantType } from '@rowhouse/protocol'
import type { FieldLayout } from '../../schema/index-layout.js'
import { createDecimal, readDecimal } from '../../values/decimal-bytes.js'
import { EPOCH_UNITS, isEpochFormat } from '../../values/epoch-format.js'
import { isAscii } from '../../analyzers/ascii-words.js'
import type { FieldBuilder } from './field-builder.js'
import { GeoBuilder } from './geo-builder.js'
import { NumericBuilder } from './numeric-builder.js'
import { TermsBuilder } from './terms-builder.js'
import { TextBuilder } from './text-builder.js'

/**
 * Takes a cell, a variant at an offset in bytes, without intermediate objects. It takes only usual
 * values that fit; false means that nothing happened and the cell must be read the general way.
 */
export type TakeCell = (bytes: Uint8Array, from: number, to: number, document: number) => boolean

/** Undefined where every cell is read the general way. */
export function createTakeCell(
  field: FieldLayout,
  builder: FieldBuilder | undefined,
): TakeCell | undefined {
  if (field.isArray || field.isVirtual || field.name !== field.sourceColumn) return undefined
  if (builder instanceof NumericBuilder) return takeNumber(field, builder)
  if (builder instanceof GeoBuilder) return takePoint(builder)
  if (builder instanceof TextBuilder) return takeText(builder)
  return builder instanceof TermsBuilder && field.type !== 'IP'
    ? takeTerm(builder, termBytesMax(field))
    : undefined
}

export const termBytesMax = ({ type }: FieldLayout): number =>
  type === 'KEYWORD' ? limits.SEARCH_KEYWORD_BYTES_MAX : limits.SEARCH_FUZZY_KEYWORD_BYTES_MAX

/** Whether bytes are valid text; others are not kept as they are. */
export const isText = (bytes: Uint8Array, from: number, to: number): boolean =>
  isAscii(bytes, from, to) || isUtf8(bytes.subarray(from, to))

const takeTerm =
  (builder: TermsBuilder, bytesMax: number): TakeCell =>
  (bytes, from, to, document) => {
    const start = from + TEXT_PAYLOAD
    const fits = bytes[from] === VariantType.STRING && to - start <= bytesMax
    if (!fits || !isText(bytes, start, to)) return false
    builder.addTerm(document, bytes, start, to)
    return true
  }

const takeText =
  (builder: TextBuilder): TakeCell =>
  (bytes, from, to, document) => {
    const start = from + TEXT_PAYLOAD
    if (bytes[from] !== VariantType.STRING || to - start > limits.SEARCH_TEXT_BYTES_MAX)
      return false
    return builder.addAscii(document, bytes, start, to)
  }

function takeNumber(field: FieldLayout, builder: NumericBuilder): TakeCell | undefined {
  switch (field.type) {
    case 'LONG':
      return takeInteger(builder, 1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    case 'DATE':
      return takeDate(field, builder)
    case 'DOUBLE':
      return takeDouble(builder)
    case 'BOOLEAN':
      return (bytes, from, _to, document) => {
        if (bytes[from] !== VariantType.BOOLEAN) return false
        builder.addUnits(document, bytes[from + 1] === 1 ? 1 : 0, 1)
        return true
      }
    default:
      return undefined
  }
}

const INT64_MAX = 2n ** 63n - 1n
const TWO_32 = 2 ** 32

/** An integer in the field's first integer format; outside of its range another may fit. */
function takeDate({ dateFormats }: FieldLayout, builder: NumericBuilder): TakeCell | undefined {
  const format = dateFormats.find(isEpochFormat)
  if (format === undefined) return undefined
  const unit = EPOCH_UNITS[format]
  const last = INT64_MAX / unit
  const max = last > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(last)
  return takeInteger(builder, Number(unit), 0, max)
}

const takeInteger =
  (builder: NumericBuilder, unit: number, min: number, max: number): TakeCell =>
  (bytes, from, _to, document) => {
    if (bytes[from] !== VariantType.INTEGER) return false
    const value = int32At(bytes, from + 5) * TWO_32 + (int32At(bytes, from + 1) >>> 0)
    if (value < min || value > max) return false
    builder.addUnits(document, value, unit)
    return true
  }

const int32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? outOfRange()) |
  ((bytes[at + 1] ?? outOfRange()) << 8) |
  ((bytes[at + 2] ?? outOfRange()) << 16) |
  ((bytes[at + 3] ?? outOfRange()) << 24)

const takeDouble = (builder: NumericBuilder): TakeCell => {
  const words = new Int32Array(2)
  const double = new Float64Array(words.buffer)
  return (bytes, from, _to, document) => {
    if (bytes[from] !== VariantType.DOUBLE) return false
    words[0] = int32At(bytes, from + 1)
    words[1] = int32At(bytes, from + 5)
    const value = double[0] ?? outOfRange()
    if (!Number.isFinite(value)) return false
    builder.addUnits(document, value, 1)
    return true
  }
}

const COMMA = 0x2c
const LAT_MAX = 90
const LON_MAX = 180

/** "lat,lon" in its usual form; signs, spaces and long fractions are read the general way. */
const takePoint = (builder: GeoBuilder): TakeCell => {
  const decimal = createDecimal()
  return (bytes, from, to, document) => {
    if (bytes[from] !== VariantType.STRING) return false
    if (!readDecimal(bytes, from + TEXT_PAYLOAD, to, decimal)) return false
    const lat = decimal.value
    if (bytes[decimal.end] !== COMMA || Math.abs(lat) > LAT_MAX) return false
    const isWhole = readDecimal(bytes, decimal.end + 1, to, decimal) && decimal.end === to
    if (!isWhole || Math.abs(decimal.value) > LON_MAX) return false
    builder.addPoint(document, lat, decimal.value)
    return true
  }
}
