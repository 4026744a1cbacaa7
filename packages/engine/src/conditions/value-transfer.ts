import {
  type ValueTransferRule,
  type Variant,
  VariantType,
  blobVariant,
  doubleVariant,
  errors,
  integerVariant,
  stringOf,
  stringVariant,
  variantType,
} from '@rowhouse/protocol'
import { RE2JS, RE2JSSyntaxException } from 're2js'

const INTEGER = /^[+-]?\d+$/
const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/**
 * A value transfer rule, compiled: takes the part of a STRING value that the expression picks (its first
 * group, or else the whole match) and casts it; undefined when nothing matches or the text cannot
 * be cast. Expressions run in linear time, because the text comes from a stranger and the engine has
 * one thread; back references and look-around are refused.
 */
export const compileTransfer = (
  rule: ValueTransferRule,
): ((stored: Variant) => Variant | undefined) => {
  const regex = compileRegex(rule.regex)
  const type = rule.castType ?? VariantType.STRING
  return (stored) => {
    if (variantType(stored) !== VariantType.STRING) return undefined
    const matcher = regex.matcher(stringOf(stored))
    if (!matcher.find()) return undefined
    const text = matcher.group(matcher.groupCount() > 0 ? 1 : 0)
    return text === null ? undefined : castText(text, type)
  }
}

const compileRegex = (regex: string): RE2JS => {
  try {
    return RE2JS.compile(regex)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      throw errors.parameterInvalid(`Invalid regex in value transfer rule: '${regex}'.`)
    throw error
  }
}

const castText = (text: string, type: number): Variant | undefined => {
  switch (type) {
    case VariantType.STRING:
      return stringVariant(text)
    case VariantType.BLOB:
      return blobVariant(Buffer.from(text, 'utf8'))
    case VariantType.INTEGER:
      return castInteger(text)
    case VariantType.DOUBLE:
      return castDouble(text)
    default:
      return undefined
  }
}

const castInteger = (text: string): Variant | undefined => {
  if (!INTEGER.test(text)) return undefined
  const value = BigInt(text.replace('+', ''))
  return value < INT64_MIN || value > INT64_MAX ? undefined : integerVariant(value)
}

const castDouble = (text: string): Variant | undefined => {
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value) ? undefined : doubleVariant(value)
}
