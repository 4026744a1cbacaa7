import {
  blobVariant,
  booleanVariant,
  doubleVariant,
  type FieldSchema,
  integerVariant,
  plainField,
  type Sorter,
  type SortMode,
  type SortOrder,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFingerprints } from '../../documents/fingerprint.js'
import { indexSchema, sampleAnalyzers } from '../../queries/testing/sample-index.js'
import { compileIndexLayout } from '../../schema/compile-index-layout.js'
import { createRowReader, type RowOfTable } from '../../schema/document-of-row.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { SegmentBuilder } from './segment-builder.js'

const virtual = { isVirtualField: true, sourceFieldNames: ['k'] }
const split = {
  analyzer: 'split',
  analyzerParameter: { kind: 'split', delimiter: undefined, caseSensitive: true },
} as const

/** Fields of the columns a to z. Cells are random, whatever the type of their field. */
const flat: readonly FieldSchema[] = [
  plainField('l', 'LONG'),
  plainField('la', 'LONG', { isArray: true }),
  plainField('d', 'DOUBLE'),
  plainField('b', 'BOOLEAN'),
  plainField('k', 'KEYWORD'),
  plainField('fk', 'FUZZY_KEYWORD'),
  plainField('t', 'TEXT'),
  plainField('dm', 'DATE', { dateFormats: ['epoch_millis', 'yyyy-MM-dd'] }),
  plainField('ds', 'DATE', { dateFormats: ['epoch_nanos', 'epoch_second'] }),
  plainField('g', 'GEO_POINT'),
  plainField('ip', 'IP'),
  plainField('t_of_k', 'TEXT', virtual),
  plainField('l_of_k', 'LONG', virtual),
]

const nested: readonly FieldSchema[] = [
  ...flat,
  plainField('n', 'NESTED', {
    fieldSchemas: [
      plainField('l', 'LONG'),
      plainField('d', 'DOUBLE'),
      plainField('b', 'BOOLEAN'),
      plainField('k', 'KEYWORD'),
      plainField('ka', 'KEYWORD', { isArray: true }),
      plainField('t', 'TEXT'),
      plainField('dt', 'DATE', { dateFormats: ['epoch_millis'] }),
    ],
  }),
  plainField('j', 'JSON', {
    jsonType: 'OBJECT',
    fieldSchemas: [
      plainField('k', 'KEYWORD'),
      plainField('n', 'JSON', { jsonType: 'NESTED', fieldSchemas: [plainField('k', 'KEYWORD')] }),
    ],
  }),
]

const word = fc.constantFrom(
  'a',
  'Bc',
  'bC',
  '12',
  'x9',
  '沈家',
  'é',
  '\u{1f600}',
  '',
  '"',
  '\\',
  '\n',
)
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1_715_299_200_000, 2 ** 53, 1e21, -0, 0.1, 30.123456),
)
const member = fc.oneof(
  number,
  text,
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 2 }),
)
const object = fc.dictionary(fc.constantFrom('l', 'd', 'b', 'k', 'ka', 't', 'dt', 'x'), member)
const spaced = (json: unknown): string => JSON.stringify(json, undefined, ' \t')
const json = fc.oneof(
  fc.array(object, { maxLength: 4 }).map((list) => JSON.stringify(list)),
  fc.array(fc.oneof(object, fc.constant(null)), { maxLength: 4 }).map(spaced),
  fc.oneof(object, member, fc.array(number)).map((value) => JSON.stringify(value)),
  fc
    .record({ k: text, n: fc.array(object, { maxLength: 2 }) })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '[{"k":"a","k":"b"}]',
    '[{"k":"\ud83d"}]',
    '[{"l":01}]',
    '[{"l":1}',
    '[{"l":1}]x',
  ),
  fc.constantFrom(
    '[{"k":"a",}]',
    '[,]',
    '[{}{}]',
    '{"l":1}',
    ' [ ] ',
    '[{"d":-0.50}]',
    '[{"l":1e2}]',
  ),
)
const bytes = fc.uint8Array({ maxLength: 12 })
const cell: fc.Arbitrary<Buffer> = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(integerVariant),
  fc.bigInt({ min: 0n, max: 2_000_000_000_000n }).map(integerVariant),
  number.map(doubleVariant),
  fc.boolean().map(booleanVariant),
  text.map(stringVariant),
  text.map(stringVariant),
  json.map(stringVariant),
  fc
    .constantFrom('30.5,117', '-90,180', '91,0', '1,2,3', ' 1, 2', '1.,2', '2024-05-10')
    .map(stringVariant),
  bytes.map((value) => Buffer.concat([stringVariant('').fill(value.length, 1, 2), value])),
  bytes.map((value) => blobVariant(Buffer.from(value))),
)

const rows = (schemas: readonly FieldSchema[]): fc.Arbitrary<RowOfTable[]> => {
  const names = [...schemas.map(({ fieldName }) => fieldName), 'stranger']
  const row = fc.record({
    key: fc.integer({ min: 0, max: 30 }).map((value) => Buffer.from(`key ${value}`)),
    columns: fc
      .dictionary(fc.constantFrom(...names), cell)
      .map((cells) => Object.entries(cells).map(([name, value]) => ({ name, value }))),
    expiresAt: fc.option(fc.nat(), { nil: undefined }),
  })
  return fc.array(row, { maxLength: 40 })
}

const builderOf = (layout: IndexLayout): SegmentBuilder =>
  new SegmentBuilder(layout, ({ analyzer }) => {
    if (analyzer === undefined) throw new Error('a text without an analyzer')
    return sampleAnalyzers(analyzer)
  })

const asDocuments = (layout: IndexLayout, list: readonly RowOfTable[]): Uint8Array => {
  const builder = builderOf(layout)
  const read = createRowReader(layout)
  const fingerprintOf = createFingerprints()
  for (const row of list) {
    const misfits = new Set<string>()
    const document = read(row, (field) => misfits.add(field))
    const facts = { fingerprint: fingerprintOf(row), misfits: [...misfits] }
    builder.add({ ...document, facts })
  }
  return builder.finish()
}

const asCells = (layout: IndexLayout, list: readonly RowOfTable[]): Uint8Array => {
  const builder = builderOf(layout)
  const { intake } = builder
  for (const { key, columns, expiresAt } of list) {
    for (const { name, value } of columns) {
      const padded = Buffer.concat([Buffer.from('"9'), value, Buffer.from('9"')])
      intake.cell(intake.column(name), padded, 2, padded.length - 2)
    }
    intake.end(key, 0, key.length, expiresAt)
  }
  return builder.finish()
}

const by = (fieldName: string, order: SortOrder, mode?: SortMode): Sorter => {
  const rest = { nestedFilter: undefined, missingValue: undefined, missingFields: [] }
  return { kind: 'field', fieldName, order, mode, ...rest }
}
const sorters = [by('b', 'ASC'), by('k', 'DESC'), by('la', 'ASC', 'MAX'), by('d', 'DESC')]

const schemas = [
  ['values of rows and children', indexSchema(...nested)],
  [
    'analyzers with other token boundaries',
    indexSchema(plainField('t', 'TEXT', split), plainField('k', 'KEYWORD')),
  ],
  [
    'rows in the order of their values',
    {
      ...indexSchema(...flat),
      indexSort: { sorters, disableDefaultPrimaryKeySorter: false },
    },
  ],
] as const

test.each(schemas)('cells make the segment that documents make: %s', (_, schema) => {
  const layout = compileIndexLayout(schema, [])
  fc.assert(
    fc.property(rows(schema.fieldSchemas), (list) => {
      const expected = Buffer.from(asDocuments(layout, list))
      expect(Buffer.from(asCells(layout, list)).equals(expected)).toBe(true)
    }),
    { numRuns: 100 },
  )
})
