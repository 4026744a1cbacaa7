import assert from 'node:assert/strict'
import { testsOf } from '../../harness.js'
import { matchAll } from '../../search-shapes.js'
import { aggregation } from './aggregating.js'
import { range, term } from './query-builders.js'
import { finds, refuses } from './finding.js'
import { numbers } from './numbers.js'
import { sharedIndex } from './fixture.js'
import { byField, DESC } from './sorters.js'

const test = testsOf('Collapse and highlight')

type Members = Readonly<Record<string, unknown>>

const collapse = (fieldName: string, more: Members = {}) => ({
  more: { collapse: { fieldName }, ...more },
})

const byNumber = { sort: { sorters: [byField('n', DESC)] } }

export const collapseTests = [
  test('collapse', 'the first row of each value, in the order of the sort', async (t) => {
    const where = await sharedIndex(t, numbers)
    await finds(t, where, matchAll, '00 01 02', collapse('kind'))
    await finds(t, where, matchAll, '99 98 97', collapse('kind', byNumber))
    await finds(t, where, term('kind', 'b'), '97', collapse('kind', byNumber))
  }),

  test('collapse', 'by numbers; rows without a value are one group', async (t) => {
    const where = await sharedIndex(t, numbers)
    const few = range('n', { from: 48n, to: 53n })
    await finds(t, where, few, '48 50 51 52', collapse('late'))
    await finds(t, where, few, '48 49 50 51 52', collapse('price'))
  }),

  test('collapse', 'pages by offset, without tokens', async (t) => {
    const where = await sharedIndex(t, numbers)
    const page = { ...collapse('kind', byNumber), offset: 1, limit: 1 }
    await finds(t, where, matchAll, '98', page)
    const { table, index } = where
    const { token } = await t.client.search.search(table, index, matchAll, {
      ...collapse('kind'),
      limit: 1,
    })
    assert.equal(token, undefined)
  }),

  test('collapse', 'does not change totals and aggregations', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const more = { aggs: { aggs: [aggregation('COUNT', 'n')] } }
    const asked = collapse('kind', more)
    const { rows, total, reply } = await t.client.search.search(table, index, matchAll, asked)
    assert.deepEqual([rows.length, total], [3, 100])
    assert.equal(JSON.stringify(reply.aggs).includes('"100"'), true)
  }),

  test('wrong requests', 'of collapses are refused', async (t) => {
    const where = await sharedIndex(t, numbers)
    for (const fieldName of ['nowhere', 'note', 'place', 'pair']) {
      await refuses(t, where, matchAll, undefined, collapse(fieldName))
    }
  }),
]
