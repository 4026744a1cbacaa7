import assert from 'node:assert/strict'
import { testsOf } from '../../harness.js'
import { field, matchAll, query, type SdkQuery } from '../../search-shapes.js'
import { invalid, refused } from '../../service-error.js'
import { pk, plain } from '../../shapes.js'
import { MAX_DEVIATION } from '../../tables.js'
import { columnNames, type Row } from '../../values.js'
import { FIELDS, indexed, nameOf, putRows, upTo } from './sample.js'

const search = testsOf('Search')

const keys = (rows: readonly Row[]): unknown[] => rows.map(({ key }) => key['pk'])

export const searchTests = [
  search('columns to get', 'all, specified, none and all from the index', async (t) => {
    const { table, index } = await indexed(t, 1)
    const columnsOf = async (columns: 'ALL' | 'NONE' | 'ALL_FROM_INDEX' | readonly string[]) => {
      const { rows } = await t.client.search.search(table, index, matchAll, { columns })
      return rows.map(columnNames)
    }
    assert.deepEqual(await columnsOf('ALL'), [['amount', 'city', 'plain', 'text']])
    assert.deepEqual(await columnsOf('NONE'), [[]])
    assert.deepEqual(await columnsOf('ALL_FROM_INDEX'), [['amount', 'city', 'text']])
    assert.deepEqual(await columnsOf(['plain', 'city']), [['city', 'plain']])
    assert.deepEqual(await columnsOf(['missing']), [[]])
  }),

  search('changes of rows', 'are followed', async (t) => {
    const { table, index } = await indexed(t, 6)
    const hangzhou = query('TERM', { fieldName: 'city', term: 'Hangzhou' })
    await t.client.search.waitUntilSearchable(table, index, 2, hangzhou)
    await t.client.updateRow(table, pk(nameOf(1)), { put: [['city', 'Hangzhou']] })
    await t.client.search.waitUntilSearchable(table, index, 3, hangzhou)
    await t.client.deleteRow(table, pk(nameOf(0)))
    await t.client.search.waitUntilSearchable(table, index, 2, hangzhou)
    await t.client.search.waitUntilSearchable(table, index, 5)
  }),

  search('changes of rows', 'of every kind', async (t) => {
    const fields = [...FIELDS, field('count', 'LONG')]
    const { table, index } = await indexed(t, 0, { fields })
    const now = async (wanted: Readonly<Record<string, SdkQuery>>) => {
      for (const [keyed, asked] of Object.entries(wanted)) {
        await t.client.search.waitUntilSearchable(table, index, Number(keyed.at(-1)), asked)
      }
    }
    const city = (term: string) => query('TERM', { fieldName: 'city', term })
    const has = (fieldName: string) => query('EXISTS', { fieldName })
    await t.client.putRow(table, pk('a'), [
      ['city', 'Lhasa'],
      ['count', 1n],
    ])
    await now({ lhasa1: city('Lhasa'), count1: has('count') })
    await t.client.updateRow(table, pk('a'), { increment: [['count', 4n]] })
    await now({ five1: query('TERM', { fieldName: 'count', term: '5' }) })
    await t.client.updateRow(table, pk('a'), { deleteAll: ['count'] })
    await now({ count0: has('count'), lhasa1: city('Lhasa') })
    // A put replaces the whole row.
    await t.client.putRow(table, pk('a'), [['count', 2n]])
    await now({ lhasa0: city('Lhasa'), count1: has('count') })
    const rows = [{ delete: pk('a') }, { put: pk('b'), columns: [['city', 'Lhasa']] as const }]
    await t.client.batchWriteRow([{ table, rows }])
    await now({ count0: has('count'), lhasa1: city('Lhasa'), all1: matchAll })
    await t.client.deleteRow(table, pk('b'))
    await t.client.putRow(table, pk('b'), [['city', 'Lhasa']])
    await now({ lhasa1: city('Lhasa'), all1: matchAll })
  }),

  search('expired rows', 'are not found', async (t) => {
    const options = { allowUpdate: false, maxTimeDeviation: MAX_DEVIATION }
    const { table, index } = await indexed(t, 0, {
      shape: { ...plain, options },
      index: { timeToLive: 86_400 },
    })
    const old = Date.now() - 100_000_000
    await t.client.putRow(table, pk('expired'), [['city', 'Lhasa', old]])
    await t.client.putRow(table, pk('live'), [['city', 'Lhasa']])
    await t.client.search.waitUntilSearchable(table, index, 1)
    const { rows } = await t.client.search.search(table, index)
    assert.deepEqual(keys(rows), ['live'])
  }),

  search('concurrency', 'a hundred searches at once have the same answer', async (t) => {
    const { table, index } = await indexed(t, 60)
    const asked = query('TERM', { fieldName: 'city', term: 'Beijing' })
    const pages = await Promise.all(
      Array.from({ length: 100 }, () =>
        t.client.search.search(table, index, asked, { limit: 100, columns: 'NONE' }),
      ),
    )
    const wanted = upTo(60)
      .filter((n) => n % 3 === 1)
      .map(nameOf)
    for (const { rows, total } of pages) assert.deepEqual([keys(rows), total], [wanted, 20])
  }),

  search('total count', 'is returned on request', async (t) => {
    const { table, index } = await indexed(t, 15)
    const counted = await t.client.search.search(table, index)
    assert.deepEqual([counted.rows.length, counted.total], [10, 15])
    const options = { countTotal: false }
    const silent = await t.client.search.search(table, index, matchAll, options)
    assert.equal(silent.total, undefined)
  }),

  search('pages by token', 'return every row once, in the order of keys', async (t) => {
    const { table, index } = await indexed(t, 25)
    const seen: unknown[] = []
    let page = await t.client.search.search(table, index, matchAll, { limit: 10 })
    seen.push(...keys(page.rows))
    while (page.token !== undefined) {
      const options = { limit: 10, token: page.token }
      page = await t.client.search.search(table, index, matchAll, options)
      seen.push(...keys(page.rows))
    }
    assert.deepEqual(seen, upTo(25).map(nameOf))
  }),

  search('pages by offset', 'start at the offset', async (t) => {
    const { table, index } = await indexed(t, 12)
    const options = { offset: 10, limit: 5 }
    const { rows } = await t.client.search.search(table, index, matchAll, options)
    assert.deepEqual(keys(rows), [nameOf(10), nameOf(11)])
  }),

  search('page limits', 'are larger for columns of the index', async (t) => {
    const { table, index } = await indexed(t, 120)
    const page = (columns: 'ALL' | 'NONE', limit: number, offset = 0) =>
      t.client.search.search(table, index, matchAll, { columns, limit, offset })
    assert.equal((await page('ALL', 100)).rows.length, 100)
    assert.equal((await page('NONE', 1000)).rows.length, 120)
    await invalid(page('ALL', 101))
    await invalid(page('NONE', 1001))
    const text =
      'Parameter limit + offset must be less than 100000, current offset is 99999, limit is 2'
    await invalid(page('NONE', 2, 99_999), text)
  }),

  search('routing values', 'choose among partitions and filter nothing', async (t) => {
    const { table, index } = await indexed(t, 3)
    const routingValues = [[{ pk: nameOf(0) }]]
    const { total } = await t.client.search.search(table, index, matchAll, { routingValues })
    assert.equal(total, 3)
  }),

  search('wrong fields', 'are refused', async (t) => {
    const fields = [field('city', 'KEYWORD')]
    const { table, index } = await indexed(t, 1, { fields })
    const missing = query('TERM', { fieldName: 'missing', term: 'a' })
    await invalid(t.client.search.search(table, index, missing))
  }),

  search('missing index and table', 'have different errors', async (t) => {
    const { table } = await indexed(t, 0)
    const missing = t.client.search.search(table, 'missing')
    await refused(missing, 404, 'OTSObjectNotExist', 'search index [missing] does not exist')
    const name = t.tableName()
    await invalid(t.client.search.search(name, 'missing'), `table [${name}] does not exist`)
  }),

  search('capacity units', 'are told', async (t) => {
    const { table, index } = await indexed(t, 2)
    const { reply } = await t.client.search.search(table, index)
    assert.ok((reply.consumed?.capacityUnit.read ?? 0) >= 1)
    assert.equal(reply.isAllSucceeded, true)
  }),

  search('rows of many bytes', 'are returned whole', async (t) => {
    const { table, index } = await indexed(t, 0)
    const big = 'x'.repeat(1_000_000)
    await t.client.putRow(table, pk('big'), [
      ['city', 'Big'],
      ['plain', big],
    ])
    await putRows(t, table, [1])
    await t.client.search.waitUntilSearchable(table, index, 2)
    const asked = query('TERM', { fieldName: 'city', term: 'Big' })
    const { rows } = await t.client.search.search(table, index, asked)
    const cell = rows[0]?.cells.find(({ name }) => name === 'plain')
    assert.equal(cell?.value, big)
  }),
]
