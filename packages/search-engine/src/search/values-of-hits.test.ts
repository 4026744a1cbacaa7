import {
  booleanVariant,
  doubleVariant,
  integerVariant,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { Document, FieldValue } from '../documents/document.js'
import { indexSchema } from '../queries/testing/sample-index.js'
import { sampleView } from '../queries/testing/sample-segment.js'
import { compileIndexLayout } from '../schema/compile-index-layout.js'
import { columnsAnswered, valuesOfHits, variantsOf } from './values-of-hits.js'

const layout = compileIndexLayout(
  indexSchema(
    plainField('l', 'LONG', { sortAndAgg: true }),
    plainField('d', 'DOUBLE', { sortAndAgg: true }),
    plainField('b', 'BOOLEAN', { sortAndAgg: true }),
    plainField('k', 'KEYWORD', { sortAndAgg: true }),
    plainField('list', 'KEYWORD', { sortAndAgg: true, isArray: true }),
    plainField('date', 'DATE', { sortAndAgg: true, dateFormats: ['epoch_millis'] }),
    plainField('text', 'TEXT'),
    plainField('other', 'LONG', { isVirtualField: true, sourceFieldNames: ['l'] }),
  ),
  [],
)

const rowOf = (cells: Readonly<Record<string, FieldValue>>, isMisfit = false): Document => ({
  key: Buffer.alloc(0),
  level: {
    values: layout.rows.fields.map(({ name }) => {
      const value = cells[name]
      return value === undefined ? undefined : [value]
    }),
    children: [],
  },
  expiresAt: undefined,
  facts: { fingerprint: { high: 0, low: 0 }, misfits: isMisfit ? ['k'] : [] },
})

const BIG = 2n ** 62n + 1n
const rows = [
  rowOf({ l: 7n, d: 0.1, b: 1, k: '沈家' }),
  rowOf({ l: -7n, d: -1e300, b: 0, k: '' }),
  rowOf({ k: 'only' }),
  rowOf({ l: BIG }),
]

const hit = (view: number, document: number) => ({ view, document, score: 1, values: [], keys: [] })

test('values are answered as they were written, whether in memory or read piece by piece', () => {
  const views = [0, 1].map((id) => sampleView(layout, id, rows, () => false))
  const fields = columnsAnswered(['k', 'l', 'd', 'b'], layout)
  expect(fields).toHaveLength(4)
  const hits = [3, 1, 0, 2].flatMap((document) => [hit(1, document), hit(0, document)])
  const values = valuesOfHits(fields ?? [], hits, views).map((one) => one && variantsOf(one))
  const expected = [
    [undefined, integerVariant(BIG), undefined, undefined],
    [stringVariant(''), integerVariant(-7n), doubleVariant(-1e300), booleanVariant(false)],
    [stringVariant('沈家'), integerVariant(7n), doubleVariant(0.1), booleanVariant(true)],
    [stringVariant('only'), undefined, undefined, undefined],
  ]
  expect(values).toEqual(expected.flatMap((row) => [row, row]))
})

test('a column that a segment has never seen is absent', () => {
  const views = [sampleView(layout, 0, [rowOf({ l: 1n })], () => false)]
  const fields = columnsAnswered(['k', 'l'], layout) ?? []
  const [values] = valuesOfHits(fields, [hit(0, 0)], views)
  expect(values && variantsOf(values)).toEqual([undefined, integerVariant(1n)])
})

test.each(['list', 'date', 'text', 'other', 'nowhere'])(
  'a column %s is not answered: the index has it in another form',
  (name) => {
    expect(columnsAnswered(['k', name], layout)).toBeUndefined()
    expect(columnsAnswered(undefined, layout)).toBeUndefined()
  },
)

test('rows that may expire, or that a field could not take, are left to the table', () => {
  const views = [
    sampleView(layout, 0, [{ ...rowOf({ l: 1n }), expiresAt: 5_000 }], () => false),
    sampleView(layout, 2, [rowOf({ l: 1n }), rowOf({ l: 2n }, true)], () => false),
  ]
  const fields = columnsAnswered(['k', 'l'], layout) ?? []
  const values = valuesOfHits(fields, [hit(0, 0), hit(1, 0), hit(1, 1)], views)
  expect(values.map((one) => one !== undefined)).toEqual([false, true, false])
})
