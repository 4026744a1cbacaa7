import {
  type TablestoreError,
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
import { engineLimits } from '../limits.js'

/**
 * At most as many digits as 64 bits can have, leading zeros aside, because parsing millions of digits takes
 * long.
 */
const INTEGER = /^[+-]?0*\d{1,19}$/
const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

/**
 * Compiles a value transfer rule. It takes the part of a STRING value that the expression selects (its
 * first group, or the whole match without groups) and casts it; undefined when nothing matches or the text
 * cannot be cast. Expressions come from clients and the engine has one thread, so they must run in linear
 * time: back references and look-around are refused, and so is a value that is too long for the size of the
 * expression.
 */
export const compileTransfer = (
  rule: ValueTransferRule,
): ((stored: Variant) => Variant | undefined) => {
  const regex = compileRegex(rule.regex)
  const type = rule.castType ?? VariantType.STRING
  const lengthMax = Math.floor(engineLimits.REGEX_STEPS_MAX / regex.programSize())
  return (stored) => {
    if (variantType(stored) !== VariantType.STRING) return undefined
    const whole = stringOf(stored)
    if (whole.length > lengthMax) throw tooComplex(rule.regex, whole.length)
    const matcher = regex.matcher(whole)
    if (!matcher.find()) return undefined
    const text = matcher.group(matcher.groupCount() > 0 ? 1 : 0)
    return text === null ? undefined : castText(text, type)
  }
}

const UNICODE_CLASS = /\\p/gi

const compileRegex = (regex: string): RE2JS => {
  const classes = regex.match(UNICODE_CLASS)?.length ?? 0
  if (classes > engineLimits.REGEX_UNICODE_CLASSES_MAX) throw invalidRegex(regex)
  try {
    return RE2JS.compile(regex)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw invalidRegex(regex)
    throw error
  }
}

const invalidRegex = (regex: string): TablestoreError =>
  errors.parameterInvalid(`Invalid regex in value transfer rule: '${regex}'.`)

const tooComplex = (regex: string, length: number): TablestoreError =>
  errors.parameterInvalid(
    `The regex in value transfer rule is too complex for a value of ${length} characters: '${regex}'.`,
  )

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
