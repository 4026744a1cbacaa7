import {
  blobVariant,
  booleanVariant,
  doubleVariant,
  integerVariant,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import type { FieldValue } from '../documents/document.js'
import { indexSchema } from '../queries/testing/sample-index.js'
import { compileIndexLayout } from './compile-index-layout.js'
import { createRowReader } from './document-of-row.js'

const vectorOptions = { dataType: 'FLOAT_32', dimension: 2, metricType: 'COSINE' } as const
const dateFormats = ['yyyy-MM-dd', 'epoch_second']
const virtual = { isVirtualField: true }

const schema = indexSchema(
  plainField('l', 'LONG'),
  plainField('la', 'LONG', { isArray: true }),
  plainField('d', 'DOUBLE'),
  plainField('b', 'BOOLEAN'),
  plainField('k', 'KEYWORD'),
  plainField('ka', 'KEYWORD', { isArray: true }),
  plainField('fk', 'FUZZY_KEYWORD'),
  plainField('t', 'TEXT'),
  plainField('dt', 'DATE', { dateFormats }),
  plainField('g', 'GEO_POINT'),
  plainField('ip', 'IP'),
  plainField('v', 'VECTOR', { vectorOptions }),
  plainField('l_of_s', 'LONG', { ...virtual, sourceFieldNames: ['s'] }),
  plainField('d_of_s', 'DOUBLE', { ...virtual, sourceFieldNames: ['s'] }),
  plainField('dt_of_s', 'DATE', { ...virtual, sourceFieldNames: ['s'], dateFormats }),
  plainField('la_of_s', 'LONG', { ...virtual, isArray: true, sourceFieldNames: ['s'] }),
  plainField('k_of_l', 'KEYWORD', { ...virtual, sourceFieldNames: ['l'] }),
  plainField('k_of_d', 'KEYWORD', { ...virtual, sourceFieldNames: ['d'] }),
  plainField('j', 'JSON', {
    jsonType: 'OBJECT',
    fieldSchemas: [
      plainField('l', 'LONG'),
      plainField('o', 'JSON', { jsonType: 'OBJECT', fieldSchemas: [plainField('k', 'KEYWORD')] }),
      plainField('n', 'JSON', { jsonType: 'NESTED', fieldSchemas: [plainField('k', 'KEYWORD')] }),
    ],
  }),
  plainField('n', 'NESTED', {
    store: true,
    fieldSchemas: [
      plainField('l', 'LONG'),
      plainField('ka', 'KEYWORD', { isArray: true }),
      plainField('v', 'VECTOR', { vectorOptions }),
      plainField('m', 'NESTED', { fieldSchemas: [plainField('b', 'BOOLEAN')] }),
    ],
  }),
)
const layout = compileIndexLayout(schema, [])
const readRow = createRowReader(layout)

function read(cells: Readonly<Record<string, Buffer>>) {
  const misfits: string[] = []
  const columns = Object.entries(cells).map(([name, value]) => ({ name, value }))
  const row = { key: Buffer.from('key'), columns, expiresAt: 7 }
  const document = readRow(row, (field) => misfits.push(field))
  const values: Record<string, readonly FieldValue[]> = {}
  for (const { name, number } of layout.rows.fields) {
    const list = document.level.values[number]
    if (list !== undefined) values[name] = list
  }
  return { document, misfits, values }
}

const text = (value: string): Buffer => stringVariant(value)
const json = (value: unknown): Buffer => text(JSON.stringify(value))
const day = 1_715_299_200_000_000_000n

describe('values that fit', () => {
  test.each<[string, Buffer, readonly FieldValue[]]>([
    ['l', integerVariant(-(2n ** 63n)), [-(2n ** 63n)]],
    ['la', text('[9223372036854775807, 1, null]'), [2n ** 63n - 1n, 1]],
    ['la', text('[]'), []],
    ['d', doubleVariant(1.5), [1.5]],
    ['b', booleanVariant(true), [1]],
    ['k', text(''), ['']],
    ['k', text('["a"]'), ['["a"]']],
    ['k', text('x'.repeat(4096)), ['x'.repeat(4096)]],
    ['k', text('沈'.repeat(1365)), ['沈'.repeat(1365)]],
    ['fk', text('x'.repeat(2048)), ['x'.repeat(2048)]],
    ['la', json(Array.from({ length: 256 }, () => 1)), Array.from({ length: 256 }, () => 1)],
    ['ka', json(['a', 'b']), ['a', 'b']],
    ['dt', text('2024-05-10'), [day]],
    ['dt', integerVariant(1_715_299_200n), [day]],
    ['g', text('30.3, 117.0'), [{ lat: 30.3, lon: 117 }]],
    [
      'ip',
      text('::ffff:10.0.0.1'),
      [Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 1)],
    ],
    ['v', text('[1, 2.5]'), [Float32Array.of(1, 2.5)]],
    ['v', blobVariant(Buffer.from('0000803f00002040', 'hex')), [Float32Array.of(1, 2.5)]],
  ])('%s', (name, value, expected) => {
    const { values, misfits } = read({ [name]: value })
    expect(values[name]).toEqual(expected)
    expect(misfits.filter((field) => field === name)).toEqual([])
  })
})

describe('values that do not fit leave their field out', () => {
  test.each<[string, Buffer]>([
    ['l', text('1')],
    ['l', doubleVariant(1)],
    ['la', integerVariant(1n)],
    ['la', text('1')],
    ['la', text('[1, 1.5]')],
    ['la', text('[1, "x"]')],
    ['la', text('[9223372036854775808]')],
    ['la', json(Array.from({ length: 257 }, () => 1))],
    ['d', integerVariant(1n)],
    ['b', text('true')],
    ['k', integerVariant(1n)],
    ['k', text('x'.repeat(4097))],
    ['k', text('沈'.repeat(1366))],
    ['fk', text('x'.repeat(2049))],
    ['ka', json(['a', 'x'.repeat(4097)])],
    ['ka', text('a')],
    ['dt', text('2024-5-10')],
    ['dt', integerVariant(-1n)],
    ['dt', doubleVariant(1)],
    ['g', text('18,181')],
    ['ip', text('10.0.0')],
    ['v', text('[1]')],
    ['v', text('[1, "2"]')],
    ['v', blobVariant(Buffer.alloc(9))],
  ])('%s', (name, value) => {
    const { values, misfits } = read({ [name]: value, b: booleanVariant(false) })
    if (name !== 'b') {
      expect(values[name]).toBeUndefined()
      expect(misfits).toContain(name)
      expect(values['b']).toEqual([0])
    }
  })
})

test('texts and children of a row are bounded too', () => {
  const most = 'x'.repeat(2_097_152)
  expect(read({ t: text(most) }).values['t']).toEqual([most])
  expect(read({ t: text(`${most}x`) })).toMatchObject({ values: {}, misfits: ['t'] })
  const children = Array.from({ length: 256 }, () => ({ l: 1 }))
  const { document, misfits } = read({ n: json(children) })
  expect([document.level.children[1]?.length, misfits]).toEqual([256, []])
  const many = read({ n: json([{ l: 1, m: [...children, {}] }]) })
  expect(many.misfits).toEqual(['n.m'])
  expect(many.document.level.children[1]?.[0]?.children).toEqual([[]])
})

test('virtual fields convert values', () => {
  expect(read({ s: text('9007199254740993') }).values).toMatchObject({
    l_of_s: [9007199254740993n],
    d_of_s: [9007199254740992],
  })
  expect(read({ s: text('2024-05-10') })).toMatchObject({
    values: { dt_of_s: [day] },
    misfits: ['l_of_s', 'd_of_s', 'la_of_s'],
  })
  expect(read({ s: text('["1", 2]') }).values).toMatchObject({ la_of_s: [1n, 2] })
  expect(read({ l: integerVariant(5n), d: doubleVariant(2.5) }).values).toMatchObject({
    k_of_l: ['5'],
    k_of_d: ['2.5'],
  })
})

describe('JSON', () => {
  test('objects are flattened, also inside an array', () => {
    const { values, misfits } = read({
      j: json([
        { l: 1, o: { k: 'a' } },
        { l: 2, o: [{ k: 'b' }, { k: 'c' }] },
      ]),
    })
    expect(values).toEqual({ 'j.l': [1, 2], 'j.o.k': ['a', 'b', 'c'] })
    expect(misfits).toEqual([])
    expect(read({ j: json({ l: 'x', o: { k: 'a' }, other: 1 }) })).toMatchObject({
      values: { 'j.o.k': ['a'] },
      misfits: ['j.l'],
    })
    expect(read({ j: text('{') }).misfits).toEqual(['j.l', 'j.o.k', 'j.n'])
  })

  test('nested objects become children', () => {
    const { document } = read({ j: json({ n: [{ k: 'a' }, { k: 'b' }] }) })
    const children = document.level.children[0]?.map((child) => child.values)
    expect(children).toEqual([[['a']], [['b']]])
  })

  test('children have fields and children of their own', () => {
    const rows = [
      { l: 1, ka: ['a', 'b'], v: [1, 2], m: [{ b: true }, { b: false }] },
      { l: 'x', ka: '["c"]' },
      { m: { b: true } },
    ]
    const { document, misfits } = read({ n: json(rows) })
    expect(document.level.children[1]).toEqual([
      {
        values: [[1], ['a', 'b'], [Float32Array.of(1, 2)]],
        children: [
          [
            { values: [[1]], children: [] },
            { values: [[0]], children: [] },
          ],
        ],
      },
      { values: [undefined, ['c'], []], children: [[]] },
      { values: [[], [], []], children: [[{ values: [[1]], children: [] }]] },
    ])
    expect(misfits).toEqual(['n.l'])
  })

  test.each([
    ['[1]', 'n'],
    ['[[{}]]', 'n'],
    ['"x"', 'n'],
    ['{', 'n'],
    [JSON.stringify(Array.from({ length: 257 }, () => ({}))), 'n'],
  ])('no children of %s', (value, field) => {
    const { document, misfits } = read({ n: text(value) })
    expect(document.level.children[1]).toEqual([])
    expect(misfits).toEqual([field])
  })
})

test('keys and expiry are copied', () => {
  expect(read({}).document).toMatchObject({ key: Buffer.from('key'), expiresAt: 7 })
})
