import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { checkColumnName } from '../names.js'
import { decodeVariant } from '../values/decode-variant.js'
import {
  typeName,
  type Variant,
  VariantType,
  variantDataSize,
  variantType,
} from '../values/variant.js'
import type { CompositeFilter, Filter, SingleColumnFilter, ValueTransferRule } from './filter.js'
import { combinators, comparators, FilterType } from './filter-numbers.js'
import { type ParsedFilter, parseFilter } from './parse-filter.js'

type Parsed<T extends ParsedFilter['type']> = Extract<ParsedFilter, { type: T }>

const castTypes: readonly number[] = [
  VariantType.INTEGER,
  VariantType.DOUBLE,
  VariantType.STRING,
  VariantType.NULL,
  VariantType.BLOB,
]

/**
 * Decodes and checks a serialised Filter. Pagination trims the columns of a row that is read, so it
 * stands alone and conditions on writes do not have it. The node count is checked first, as the Java
 * SDK's filter tests assert. The texts are those of the tests and of the error-code page.
 */
export function decodeFilter(
  bytes: Buffer,
  options: { readonly allowPagination: boolean },
): Filter {
  const parsed = parseFilter(bytes)
  if (parsed.type !== FilterType.PAGINATION) return checkFilter(parsed, 'filter')
  if (!options.allowPagination) throw invalidType('filter', 'FT_COLUMN_PAGINATION')
  return checkPagination(parsed)
}

function checkFilter(parsed: ParsedFilter, role: 'filter' | 'sub-filter'): Filter {
  switch (parsed.type) {
    case FilterType.SINGLE:
      return checkSingle(parsed)
    case FilterType.COMPOSITE:
      return checkComposite(parsed)
    case FilterType.PAGINATION:
      throw invalidType(role, 'FT_COLUMN_PAGINATION')
    case 'unknown':
      throw invalidType(role, String(parsed.number))
  }
}

function invalidType(role: 'filter' | 'sub-filter', type: string): Error {
  return errors.parameterInvalid(`Invalid type of ${role}: ${type}.`)
}

function checkPagination(parsed: Parsed<typeof FilterType.PAGINATION>): Filter {
  const { offset, limit } = parsed
  if (offset < 0) {
    throw errors.parameterInvalid(
      'Offset in ColumnPaginationFilter must be greater than or equal to 0.',
    )
  }
  if (limit <= 0) {
    throw errors.parameterInvalid('Limit in ColumnPaginationFilter must be greater than 0.')
  }
  return { kind: 'pagination', offset, limit }
}

function checkComposite(parsed: Parsed<typeof FilterType.COMPOSITE>): CompositeFilter {
  const combinator = combinators[parsed.combinator]
  if (combinator === undefined) {
    throw errors.parameterInvalid(`Invalid relation operator: ${parsed.combinator}.`)
  }
  const count = parsed.children.length
  if (combinator === 'NOT' && count !== 1) {
    throw errors.parameterInvalid('Invalid NOT operator: the number of sub-filters must be 1.')
  }
  if (combinator !== 'NOT' && count < 2) {
    throw errors.parameterInvalid(
      'Invalid AND/OR operator: the number of sub-filters must be more than 1.',
    )
  }
  const children = parsed.children.map((child) => checkFilter(child, 'sub-filter'))
  return { kind: 'composite', combinator, children }
}

function checkSingle(parsed: Parsed<typeof FilterType.SINGLE>): SingleColumnFilter {
  const comparator = comparators[parsed.comparator]
  if (comparator === undefined) {
    throw errors.parameterInvalid(`Invalid relation operator: ${parsed.comparator}.`)
  }
  checkColumnName(parsed.columnName)
  if (parsed.transfer !== undefined) checkTransferRule(parsed.transfer)
  return {
    kind: 'single',
    comparator,
    columnName: parsed.columnName,
    value: decodeValue(parsed.columnValue, parsed.columnName),
    filterIfMissing: parsed.filterIfMissing,
    latestVersionOnly: parsed.latestVersionOnly,
    transfer: parsed.transfer,
  }
}

/** A filter's value follows the rules of attribute values, as the Java SDK's filter tests assert. */
function decodeValue(bytes: Buffer, columnName: string): Variant {
  const value = decodeVariant(bytes, 0, columnName)
  if (variantType(value) >= VariantType.INF_MIN) {
    throw errors.parameterInvalid(`${typeName(value)} is an invalid type for the attribute column.`)
  }
  const size = variantDataSize(value)
  if (size > limits.ATTRIBUTE_VALUE_BYTES_MAX) throw errors.attributeTooLong(columnName, size)
  return value
}

function checkTransferRule(rule: ValueTransferRule): void {
  const size = Buffer.byteLength(rule.regex)
  if (size > limits.REGEX_BYTES_MAX) {
    throw errors.parameterInvalid(
      `The length of regex exceeds the MaxLength:${limits.REGEX_BYTES_MAX} with CurrentLength:${size}.`,
    )
  }
  if (rule.castType !== undefined && !castTypes.includes(rule.castType)) {
    throw errors.parameterInvalid(`Invalid column type: ${rule.castType}.`)
  }
}
