import {
  type FieldSchema,
  type FieldType,
  type Sort,
  TablestoreError,
  plainField,
} from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { indexSchema } from '../queries/testing/sample-index.js'
import type { KeyColumn } from './compile-field.js'
import { compileIndexLayout } from './compile-index-layout.js'

const primaryKey: readonly KeyColumn[] = [
  { name: 'pi', type: 'INTEGER' },
  { name: 'ps', type: 'STRING' },
  { name: 'pb', type: 'BINARY' },
]
const compile = (...fields: readonly FieldSchema[]) =>
  compileIndexLayout(indexSchema(...fields), primaryKey)
const nest = (depth: number): FieldSchema =>
  plainField('n', 'NESTED', {
    fieldSchemas: [depth === 1 ? plainField('l', 'LONG') : nest(depth - 1)],
  })
const many = (count: number, type: FieldType, changes: Partial<FieldSchema> = {}): FieldSchema[] =>
  Array.from({ length: count }, (_, at) => plainField(`f${at}`, type, changes))
const vectorOptions = { dataType: 'FLOAT_32', dimension: 3, metricType: 'COSINE' } as const
const virtual = (name: string, type: FieldType, source: string): FieldSchema =>
  plainField(name, type, { isVirtualField: true, sourceFieldNames: [source] })
const fuzzy = (minChars: number, maxChars: number): FieldSchema =>
  plainField('t', 'TEXT', {
    analyzer: 'fuzzy',
    analyzerParameter: { kind: 'fuzzy', minChars, maxChars, caseSensitive: undefined },
  })

const wrong: [FieldSchema[], string][] = [
  [[], '[index_schema.field_schemas] must not be null'],
  [[plainField('', 'LONG')], "Invalid column name: ''."],
  [[plainField('a', 'LONG'), plainField('a', 'TEXT')], '[index_schema] field: a is duplicated'],
  [[nest(6)], 'The depth of nested fields exceeds the limit, limit depth: 5.'],
  [many(1001, 'LONG'), 'The number of fields exceeds the limit, limit count: 1000.'],
  [
    [plainField('n', 'NESTED', { fieldSchemas: many(101, 'LONG') })],
    'The number of sub-fields of n exceeds the limit, limit count: 100.',
  ],
  [
    many(6, 'VECTOR', { vectorOptions }),
    'The number of vector fields exceeds the limit, limit count: 5.',
  ],
  [[plainField('v', 'VECTOR')], '[field_schema.vector_options] must not be null'],
  [
    [plainField('v', 'VECTOR', { vectorOptions, isArray: true })],
    '[index_schema] is_array is not supported for VECTOR, field: v',
  ],
  [[plainField('d', 'DATE')], '[field_schema.date_formats] must not be null'],
  [
    [plainField('d', 'DATE', { dateFormats: ['yyyy', 'QQ'] })],
    '[field_schema.date_formats] is invalid: QQ',
  ],
  [
    [plainField('t', 'TEXT', { sortAndAgg: true })],
    '[index_schema] sort_and_agg is not supported for TEXT, field: t',
  ],
  [
    [plainField('k', 'KEYWORD', { enableHighlighting: true })],
    'highlighting is not supported for field[k]',
  ],
  [
    [plainField('k', 'KEYWORD', { analyzer: 'fuzzy' })],
    '[index_schema] analyzer is only supported for TEXT, field: k',
  ],
  [[plainField('t', 'TEXT', { analyzer: 'ik' })], '[field_schema.analyzer] is invalid: ik'],
  [[fuzzy(0, 2)], '[fuzzy_analyzer.min_chars] is invalid: 0'],
  [[fuzzy(3, 2)], '[fuzzy_analyzer.max_chars] is invalid: 2'],
  [[fuzzy(1, 8)], '[fuzzy_analyzer.max_chars] is invalid: 8'],
  [
    [plainField('x', 'KEYWORD', { isVirtualField: true })],
    '[field_schema.source_field_names] must not be null',
  ],
  [[virtual('x', 'KEYWORD', 'x')], '[field_schema.source_field_names] is invalid: x'],
  [
    [virtual('x', 'BOOLEAN', 'y')],
    '[index_schema] virtual field is not supported for BOOLEAN, field: x',
  ],
  [
    [plainField('n', 'NESTED', { fieldSchemas: [virtual('x', 'KEYWORD', 'y')] })],
    '[index_schema] virtual field is not supported for KEYWORD, field: n.x',
  ],
  [[plainField('n', 'NESTED')], '[field_schema.field_schemas] must not be null'],
  [
    [plainField('j', 'JSON', { fieldSchemas: many(1, 'LONG') })],
    '[field_schema.json_type] must not be null',
  ],
  [[plainField('f', 'FLATTENED')], '[index_schema] FLATTENED is not supported, field: f'],
  [
    [plainField('ps', 'LONG')],
    '[index_schema] field: ps type:LONG does not fit its key column, STRING',
  ],
  [
    [plainField('pi', 'KEYWORD')],
    '[index_schema] field: pi type:KEYWORD does not fit its key column, INTEGER',
  ],
  [
    [plainField('pb', 'KEYWORD')],
    '[index_schema] field: pb type:KEYWORD does not fit its key column, BINARY',
  ],
]

describe('a schema that is refused', () => {
  test.each(wrong.map(([fields, message]) => ({ fields, message })))('$message', (wrongOne) => {
    const { fields, message } = wrongOne
    expect(() => compile(...fields)).toThrow(TablestoreError)
    expect(() => compile(...fields)).toThrow(expect.objectContaining({ message }))
  })

  const sortBy = (sorters: Sort['sorters'], ...fields: readonly FieldSchema[]) =>
    compileIndexLayout(
      { ...indexSchema(...fields), indexSort: { sorters, disableDefaultPrimaryKeySorter: false } },
      primaryKey,
    )
  const byField = (fieldName: string): Sort['sorters'] => [
    {
      kind: 'field',
      fieldName,
      order: 'DESC',
      mode: 'MAX',
      nestedFilter: undefined,
      missingValue: undefined,
      missingFields: [],
    },
  ]

  test('by its sort', () => {
    expect(() => sortBy(byField('t'), plainField('t', 'TEXT'))).toThrow(
      '[index_schema] index_sort field: t type:TEXT cannot be sorted',
    )
    expect(() => sortBy(byField('x'), plainField('l', 'LONG'))).toThrow(
      '[index_schema] index_sort field: x does not exist',
    )
    expect(() => sortBy([{ kind: 'score', order: 'ASC' }], plainField('l', 'LONG'))).toThrow(
      '[index_schema] index_sort only supports PrimaryKeySort and FieldSort',
    )
    expect(() => sortBy(byField('l'), plainField('l', 'LONG'), nest(1))).toThrow(
      '[index_schema] index_sort is not supported beside nested fields',
    )
    const { sort } = sortBy(
      [...byField('l'), { kind: 'primaryKey', order: 'ASC' }],
      plainField('l', 'LONG'),
    )
    expect(sort).toEqual([
      { kind: 'field', field: 'l', isDescending: true, mode: 'MAX' },
      { kind: 'primaryKey', isDescending: false },
    ])
  })

  test('by its routing', () => {
    const indexSetting = {
      numberOfShards: 1,
      routingFields: ['ps', 'l'],
      routingPartitionSize: undefined,
      enableCustomColumnVersion: undefined,
    }
    const schema = { ...indexSchema(plainField('l', 'LONG')), indexSetting }
    expect(() => compileIndexLayout(schema, primaryKey)).toThrow(
      '[index_schema] routing field: l is no primary key column',
    )
  })
})

describe('a layout', () => {
  const layout = compile(
    plainField('pi', 'LONG', { store: true }),
    plainField('t', 'TEXT', { store: true, enableHighlighting: true }),
    virtual('tk', 'KEYWORD', 't'),
    virtual('pd', 'TEXT', 'pi'),
    plainField('j', 'JSON', {
      jsonType: 'OBJECT',
      fieldSchemas: [
        plainField('a', 'LONG', { index: false }),
        plainField('o', 'JSON', {
          jsonType: 'OBJECT',
          fieldSchemas: [plainField('b', 'KEYWORD')],
        }),
        plainField('n', 'JSON', { jsonType: 'NESTED', fieldSchemas: [plainField('c', 'LONG')] }),
      ],
    }),
    plainField('n', 'NESTED', {
      index: false,
      fieldSchemas: [plainField('k', 'KEYWORD', { store: true }), nest(4)],
    }),
  )

  test('numbers the fields of each level', () => {
    expect(layout.rows.fields.map(({ name, number }) => [name, number])).toEqual([
      ['pi', 0],
      ['t', 1],
      ['tk', 2],
      ['pd', 3],
      ['j.a', 4],
      ['j.o.b', 5],
    ])
    expect([...layout.levels.keys()].toSorted()).toEqual([
      'j.n',
      'n',
      'n.n',
      'n.n.n',
      'n.n.n.n',
      'n.n.n.n.n',
    ])
    expect(layout.levels.get('n.n')?.parent).toBe('n')
    expect(layout.levels.get('j.n')?.parent).toBe('')
    expect(layout.fields.get('j.n.c')).toMatchObject({ level: 'j.n', number: 0, sourceColumn: 'j' })
  })

  test('knows sources, options and defaults', () => {
    expect(layout.fields.get('tk')).toMatchObject({ sourceColumn: 't', isVirtual: true })
    expect(layout.fields.get('j.a')).toMatchObject({ isIndexed: false, hasColumn: true })
    expect(layout.fields.get('n.k')).toMatchObject({ isIndexed: true, isArray: false })
    expect(layout.fields.get('t')).toMatchObject({
      highlights: true,
      hasColumn: false,
      analyzer: { name: 'single_word', caseSensitive: false, delimitWord: false },
    })
    // Key columns are read from the key.
    expect(layout.storedColumns).toEqual(['n', 't'])
    expect(layout.sort).toEqual([])
  })
})
