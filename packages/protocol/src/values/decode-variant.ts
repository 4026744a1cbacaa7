import { isUtf8 } from 'node:buffer'
import { errors } from '../errors/registry.js'
import { TEXT_PAYLOAD, type Variant, VariantType } from './variant.js'

/**
 * Checks that buffer[start, end) is exactly one well-formed variant, but not the encoding of a STRING.
 * The texts are those of the error-code page.
 */
export function checkVariantForm(buffer: Buffer, start: number, end: number): void {
  const length = end - start
  switch (buffer[start]) {
    case VariantType.INTEGER:
      checkLength(length, 9)
      return
    case VariantType.DOUBLE:
      checkLength(length, 9)
      checkDouble(buffer.readDoubleLE(start + 1))
      return
    case VariantType.BOOLEAN:
      if (length !== 2) {
        throw errors.parameterInvalid(`Invalid boolean real value, value length: ${length - 1}.`)
      }
      if ((buffer[start + 1] ?? 0) > 1) throw errors.parameterInvalid('data format is invalid.')
      return
    case VariantType.STRING:
    case VariantType.BLOB:
      checkText(buffer, start, length)
      return
    case VariantType.INF_MIN:
    case VariantType.INF_MAX:
    case VariantType.AUTO_INCREMENT:
      checkLength(length, 1)
      return
    default:
      throw errors.parameterInvalid('data format is invalid, unknown variant type occured.')
  }
}

function checkLength(actual: number, expected: number): void {
  if (actual === expected) return
  throw errors.parameterInvalid(
    actual < expected
      ? 'data format is invalid.'
      : "Cell data broken, has more data in cell, but they can't be parsed.",
  )
}

function checkDouble(value: number): void {
  if (Number.isFinite(value)) return
  throw errors.parameterInvalid(
    Number.isNaN(value)
      ? "NaN can't be set to double value."
      : "Infinity can't be set to double value.",
  )
}

function checkText(buffer: Buffer, start: number, length: number): void {
  if (length < TEXT_PAYLOAD) throw errors.parameterInvalid('data format is invalid.')
  const size = buffer.readInt32LE(start + 1)
  if (size < 0 || size > length - TEXT_PAYLOAD) {
    throw errors.parameterInvalid(`Cell data broken, wrong string format, size: ${size}.`)
  }
  checkLength(length, TEXT_PAYLOAD + size)
}

export function notUtf8(columnName: string): Error {
  return errors.parameterInvalid(`Value of column ${columnName} must be UTF8 encoding.`)
}

/** The variant that fills `buffer` from `offset` to its end, without copying. */
export function decodeVariant(buffer: Buffer, offset = 0, columnName = ''): Variant {
  checkVariantForm(buffer, offset, buffer.length)
  const variant = buffer.subarray(offset)
  if (variant[0] === VariantType.STRING && !isUtf8(variant.subarray(TEXT_PAYLOAD))) {
    throw notUtf8(columnName)
  }
  return variant
}
