import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import { limits } from '../limits.js'
import { loadMessageSchema } from '../testing/message-schema.js'
import { attributeVariant, columnName } from '../testing/row-arbitraries.js'
import { bytesOfHex } from '../testing/worked-rows.js'
import { blobVariant, infMin, integerVariant, VariantType } from '../values/variant.js'
import { decodeFilter } from './decode-filter.js'
import { encodeFilter } from './encode-filter.js'
import type { CompositeFilter, Filter, SingleColumnFilter } from './filter.js'

const schema = loadMessageSchema()

function single(change: Partial<SingleColumnFilter> = {}): SingleColumnFilter {
  return {
    kind: 'single',
    comparator: 'EQUAL',
    columnName: 'c',
    value: integerVariant(1n),
    filterIfMissing: false,
    latestVersionOnly: true,
    transfer: undefined,
    ...change,
  }
}

function composite(combinator: CompositeFilter['combinator'], count: number): CompositeFilter {
  return { kind: 'composite', combinator, children: Array.from({ length: count }, () => single()) }
}

function decode(filter: Filter | Buffer, allowPagination = true): Filter {
  const bytes = Buffer.isBuffer(filter) ? filter : encodeFilter(filter)
  return decodeFilter(bytes, { allowPagination })
}

function expectInvalid(filter: Filter | Buffer, message: string, allowPagination = true): void {
  let thrown: unknown
  try {
    decode(filter, allowPagination)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ code: 'OTSParameterInvalid', status: 400, message })
}

/** A Filter message made by another implementation. */
function message(type: number, name: string, content: object): Buffer {
  return schema.encode('Filter', { type, filter: schema.encode(name, content) })
}

const leaf = fc.record({
  kind: fc.constant('single' as const),
  comparator: fc.constantFrom(
    'EQUAL' as const,
    'NOT_EQUAL' as const,
    'GREATER_THAN' as const,
    'GREATER_EQUAL' as const,
    'LESS_THAN' as const,
    'LESS_EQUAL' as const,
    'EXIST' as const,
    'NOT_EXIST' as const,
  ),
  columnName: columnName.filter((name) => !name.startsWith('#')),
  value: attributeVariant,
  filterIfMissing: fc.boolean(),
  latestVersionOnly: fc.boolean(),
  transfer: fc.option(
    fc.record({
      regex: fc.string(),
      castType: fc.constantFrom(undefined, VariantType.INTEGER, VariantType.STRING),
    }),
    { nil: undefined },
  ),
})

const anyFilter = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constant('composite' as const),
      combinator: fc.constantFrom('AND' as const, 'OR' as const),
      children: fc.array(tie('filter'), { minLength: 2, maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('composite' as const),
      combinator: fc.constant('NOT' as const),
      children: fc.array(tie('filter'), { minLength: 1, maxLength: 1 }),
    }),
  ),
})).filter

describe('filters', () => {
  test('are decoded as they were encoded', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(decode(filter)).toEqual(filter)
      }),
    )
  })

  test('encoded by another implementation are decoded', () => {
    const bytes = message(2, 'CompositeColumnValueFilter', {
      combinator: 3,
      subFilters: [
        {
          type: 1,
          filter: schema.encode('SingleColumnValueFilter', {
            comparator: 4,
            columnName: 'age',
            columnValue: integerVariant(5n),
            filterIfMissing: true,
            latestVersionOnly: false,
            valueTransRule: { regex: 'a(\\d+)', castType: 0 },
          }),
        },
        {
          type: 1,
          filter: schema.encode('SingleColumnValueFilter', {
            comparator: 2,
            columnName: 'name',
            columnValue: bytesOfHex('03 03000000 616263'),
            filterIfMissing: false,
            latestVersionOnly: true,
          }),
        },
      ],
    })
    const expected: Filter = {
      kind: 'composite',
      combinator: 'OR',
      children: [
        single({
          comparator: 'GREATER_EQUAL',
          columnName: 'age',
          value: integerVariant(5n),
          filterIfMissing: true,
          latestVersionOnly: false,
          transfer: { regex: 'a(\\d+)', castType: VariantType.INTEGER },
        }),
        single({
          comparator: 'NOT_EQUAL',
          columnName: 'name',
          value: bytesOfHex('03 03000000 616263'),
        }),
      ],
    }
    expect(decode(bytes)).toEqual(expected)
    expect(decode(encodeFilter(expected))).toEqual(expected)
  })

  test('of columns may be paginated', () => {
    const bytes = message(3, 'ColumnPaginationFilter', { offset: 2, limit: 5 })
    expect(decode(bytes)).toEqual({ kind: 'pagination', offset: 2, limit: 5 })
  })

  test('may have at most 32 nodes, composites included', () => {
    expect(decode(composite('OR', 31))).toMatchObject({ kind: 'composite' })
    expectInvalid(composite('OR', 32), 'The count of filter exceeds the max: 32.')
  })

  test('may nest as deep as their nodes allow', () => {
    let filter: Filter = single()
    for (let i = 0; i < 31; i++)
      filter = { kind: 'composite', combinator: 'NOT', children: [filter] }
    expect(decode(filter)).toEqual(filter)
    filter = { kind: 'composite', combinator: 'NOT', children: [filter] }
    expectInvalid(filter, 'The count of filter exceeds the max: 32.')
  })

  test('are counted before they are checked otherwise', () => {
    const wrong: Filter = {
      kind: 'composite',
      combinator: 'NOT',
      children: Array.from({ length: 32 }, () => single({ columnName: '#' })),
    }
    expectInvalid(wrong, 'The count of filter exceeds the max: 32.')
  })
})

describe('wrong filters', () => {
  test.each<[string, Filter | Buffer, string]>([
    [
      'AND of one',
      composite('AND', 1),
      'Invalid AND/OR operator: the number of sub-filters must be more than 1.',
    ],
    [
      'OR of none',
      composite('OR', 0),
      'Invalid AND/OR operator: the number of sub-filters must be more than 1.',
    ],
    [
      'NOT of two',
      composite('NOT', 2),
      'Invalid NOT operator: the number of sub-filters must be 1.',
    ],
    [
      'NOT of none',
      composite('NOT', 0),
      'Invalid NOT operator: the number of sub-filters must be 1.',
    ],
    [
      'a negative offset',
      { kind: 'pagination', offset: -1, limit: 1 },
      'Offset in ColumnPaginationFilter must be greater than or equal to 0.',
    ],
    [
      'a limit of 0',
      { kind: 'pagination', offset: 0, limit: 0 },
      'Limit in ColumnPaginationFilter must be greater than 0.',
    ],
    [
      'pagination inside a composite',
      {
        kind: 'composite',
        combinator: 'AND',
        children: [single(), { kind: 'pagination', offset: 0, limit: 1 }],
      },
      'Invalid type of sub-filter: FT_COLUMN_PAGINATION.',
    ],
    ['a bad column name', single({ columnName: '#x' }), "Invalid column name: '#x'."],
    ['no column name', single({ columnName: '' }), "Invalid column name: ''."],
    [
      'a bound as its value',
      single({ value: infMin() }),
      'VT_INF_MIN is an invalid type for the attribute column.',
    ],
    ['a broken value', single({ value: bytesOfHex('00 01') }), 'data format is invalid.'],
    [
      'a value that is not UTF-8',
      single({ value: bytesOfHex('03 01000000 ff') }),
      'Value of column c must be UTF8 encoding.',
    ],
    [
      'a value of 2 MiB and a byte',
      single({ value: blobVariant(Buffer.alloc(limits.ATTRIBUTE_VALUE_BYTES_MAX + 1)) }),
      "The length of attribute column: 'c' exceeds the MaxLength:2097152 with CurrentLength:2097153.",
    ],
    [
      'a regex of 257 bytes',
      single({ transfer: { regex: `${'é'.repeat(128)}x`, castType: undefined } }),
      'The length of regex exceeds the MaxLength:256 with CurrentLength:257.',
    ],
    [
      'a cast to an unknown type',
      single({ transfer: { regex: 'x', castType: 9 } }),
      'Invalid column type: 9.',
    ],
  ])('%s', (_, filter, text) => {
    expectInvalid(filter, text)
  })

  test('values and expressions at their limits are accepted', () => {
    const value = blobVariant(Buffer.alloc(limits.ATTRIBUTE_VALUE_BYTES_MAX))
    const transfer = { regex: 'é'.repeat(128), castType: undefined }
    expect(decode(single({ value, transfer }))).toMatchObject({ kind: 'single' })
  })

  test('pagination is refused in a condition', () => {
    expectInvalid(
      { kind: 'pagination', offset: 0, limit: 1 },
      'Invalid type of filter: FT_COLUMN_PAGINATION.',
      false,
    )
  })

  test.each<[string, Buffer, string]>([
    ['no bytes', Buffer.alloc(0), 'Deserialize filter failed.'],
    ['noise', bytesOfHex('ffffff'), 'Deserialize filter failed.'],
    ['a type alone', bytesOfHex('08 01'), 'Deserialize filter failed.'],
    ['an empty relation', bytesOfHex('08 01 12 00'), 'Deserialize relation filter failed.'],
    ['an empty composite', bytesOfHex('08 02 12 00'), 'Deserialize composite filter failed.'],
    [
      'an empty pagination',
      bytesOfHex('08 03 12 00'),
      'Deserialize column pagination filter failed.',
    ],
    ['an unknown type', bytesOfHex('08 04 12 00'), 'Invalid type of filter: 4.'],
    [
      'an unknown type inside a composite',
      bytesOfHex('08 02 12 08 08 01 12 04 08 07 12 00'),
      'Invalid type of sub-filter: 7.',
    ],
    [
      'an unknown comparator',
      bytesOfHex('08 01 12 14 08 09 12 01 63 1a 09 00 0100000000000000 20 01 28 01'),
      'Invalid relation operator: 9.',
    ],
    ['an unknown combinator', bytesOfHex('08 02 12 02 08 04'), 'Invalid relation operator: 4.'],
  ])('%s', (_, bytes, text) => {
    expectInvalid(bytes, text)
  })

  test('noise throws only service errors', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (noise) => {
        try {
          decode(Buffer.from(noise))
        } catch (error) {
          expect(error).toBeInstanceOf(TablestoreError)
        }
      }),
    )
  })

  test('a changed byte throws only service errors', () => {
    fc.assert(
      fc.property(anyFilter, fc.nat(), fc.nat(255), (filter, position, byte) => {
        const bytes = encodeFilter(filter)
        bytes[position % bytes.length] = byte
        try {
          decode(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(TablestoreError)
        }
      }),
    )
  })
})
