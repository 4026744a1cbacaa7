import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { field, matchAll, type SdkQuery } from '../../search-shapes.js'
import { invalid } from '../../service-error.js'
import { pk } from '../../shapes.js'
import type { TableShape } from '../../tables.js'
import type { Column, Key } from '../../values.js'
import { groupBy } from './aggregating.js'
import { match, range, term } from './query-builders.js'
import { carts } from './carts.js'
import { numberKey, numbers } from './numbers.js'
import { type Indexed, sharedIndex, ownIndex } from './fixture.js'
import { byDistance, byField, byKey, byScore, DESC } from './sorters.js'

const search = testsOf('Search')

type Sorter = Readonly<Record<string, unknown>>

interface Walk {
  readonly limit: number
  readonly asked?: SdkQuery
  readonly sorters?: readonly Sorter[]
}

/** The keys of all pages, one after the other. Only the first request has the sort. */
const walk = async (
  t: Testing,
  { table, index }: Indexed,
  { limit, asked = matchAll, sorters }: Walk,
  between: () => Promise<void> = async () => undefined,
): Promise<string[]> => {
  const seen: string[] = []
  let token: Buffer | undefined
  do {
    const more = token === undefined && sorters !== undefined ? { sort: { sorters } } : {}
    const options = { limit, columns: 'NONE', more, ...(token && { token }) } as const
    const page = await t.client.search.search(table, index, asked, options)
    seen.push(...page.rows.map(({ key }) => String(key['pk'])))
    token = page.token
    await between()
  } while (token !== undefined)
  return seen
}

const keys = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => numberKey(from + n))

export const pagingTests = [
  search('pages by token', 'for every kind of sort, ties by key', async (t) => {
    const where = await sharedIndex(t, numbers)
    const all = keys(0, 100)
    const kinds = [0, 1, 2].flatMap((kind) => all.filter((_, n) => n % 3 === kind))
    assert.deepEqual(await walk(t, where, { limit: 30, sorters: [byField('kind')] }), kinds)
    const byNumber = { limit: 7, sorters: [byField('n', DESC)] }
    assert.deepEqual(await walk(t, where, byNumber), all.toReversed())
    const late = { limit: 9, sorters: [byField('late', DESC)] }
    assert.deepEqual(await walk(t, where, late), [...keys(50, 100).toReversed(), ...keys(0, 50)])
    assert.deepEqual(await walk(t, where, { limit: 33, sorters: [byScore()] }), all)
    assert.deepEqual(await walk(t, where, { limit: 33, sorters: [byKey(DESC)] }), all.toReversed())
    const near = { limit: 11, sorters: [byDistance('place', ['0,0'])] }
    assert.deepEqual(await walk(t, where, near), all)
  }),

  search('pages by token', 'in the order of keys of every type', async (t) => {
    const shape: TableShape = {
      key: [
        ['a', 'STRING'],
        ['b', 'INTEGER'],
        ['c', 'BINARY'],
      ],
    }
    const table = await t.ownTable(shape)
    await t.client.search.createIndex(table, 'one', [field('n', 'LONG')])
    const parts = ['', 'a', 'a\u0000', 'b', '中'].flatMap((a) =>
      [-9_223_372_036_854_775_808n, -1n, 0n, 9n, 10n].flatMap((b) =>
        [Buffer.alloc(0), Buffer.from([0]), Buffer.from([127]), Buffer.from([255])].map(
          (c): Key => [
            ['a', a],
            ['b', b],
            ['c', c],
          ],
        ),
      ),
    )
    const rows = parts.toReversed().map((put) => ({ put, columns: [['n', 1n]] as const }))
    await t.client.batchWriteRow([{ table, rows }])
    await t.client.search.waitUntilSearchable(table, 'one', parts.length)
    const seen: unknown[] = []
    let token: Buffer | undefined
    do {
      const options = { limit: 9, columns: 'NONE', ...(token && { token }) } as const
      const page = await t.client.search.search(table, 'one', matchAll, options)
      seen.push(...page.rows.map(({ key }) => key))
      token = page.token
    } while (token !== undefined)
    assert.deepEqual(seen, parts.map(Object.fromEntries))
  }),

  search('pages by token', 'with a query, and a last page that is full', async (t) => {
    const where = await sharedIndex(t, numbers)
    const asked = range('n', { from: 10n, to: 20n })
    assert.deepEqual(await walk(t, where, { limit: 5, asked }), keys(10, 20))
    const { table, index } = where
    const first = await t.client.search.search(table, index, asked, { limit: 10 })
    assert.notEqual(first.token, undefined)
    const short = await t.client.search.search(table, index, asked, { limit: 11 })
    assert.equal(short.token, undefined)
  }),

  search('pages by token', 'tokens can be used again', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const page = async (token: Buffer | undefined) =>
      t.client.search.search(table, index, matchAll, { limit: 2, ...(token && { token }) })
    const first = await page(undefined)
    const again = [await page(first.token), await page(first.token)]
    for (const { rows } of again) {
      assert.deepEqual(
        rows.map(({ key }) => key['pk']),
        keys(2, 4),
      )
    }
  }),

  search('pages by token', 'stay consistent while rows are written and deleted', async (t) => {
    const rows = Object.fromEntries(keys(0, 30).map((key) => [key, [['n', 1n]] as const]))
    const where = await ownIndex(t, { ...numbers, rows })
    const changes = [...keys(0, 5), ...keys(90, 99)]
    const seen = await walk(t, where, { limit: 7 }, async () => {
      const key = changes.pop()
      if (key !== undefined) await t.client.deleteRow(where.table, pk(key))
    })
    assert.deepEqual(seen, keys(0, 30))
  }),

  search(
    'pages by token',
    'by score return every unchanged row once while others are written',
    async (t) => {
      const text = (n: number): Column[] => [
        ['words', `${'red '.repeat(1 + (n % 5))}${'blue '.repeat(n % 7)}`],
      ]
      const rows = Object.fromEntries(keys(0, 40).map((key, n) => [key, text(n)]))
      const fields = [field('words', 'TEXT')]
      const where = await ownIndex(t, { name: 'colours', fields, rows })
      let written = 0
      const seen = await walk(
        t,
        where,
        { limit: 7, asked: match('words', 'red blue'), sorters: [byScore()] },
        async () => {
          if (written === 100) return
          const puts = keys(written, written + 20).map((key) => ({
            put: pk(`other ${key}`),
            columns: [['words', `blue ${'green '.repeat(9)}`]] as const,
          }))
          await t.client.batchWriteRow([{ table: where.table, rows: puts }])
          written += puts.length
          await t.client.search.waitUntilSearchable(where.table, where.index, 40 + written)
        },
      )
      const untouched = seen.filter((key) => !key.startsWith('other'))
      assert.deepEqual(untouched.toSorted(), keys(0, 40))
    },
  ),

  search(
    'pages by token',
    'there is no token without a sort on an index with nested fields',
    async (t) => {
      const { table, index } = await sharedIndex(t, carts)
      const plain = await t.client.search.search(table, index, matchAll, { limit: 2 })
      assert.deepEqual([plain.rows.length, plain.token], [2, undefined])
      const where = { table, index }
      const sorted = await walk(t, where, { limit: 2, sorters: [byKey()] })
      assert.deepEqual(sorted, ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'])
    },
  ),

  search('pages by token', 'an offset beside a token is refused', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const { token } = await t.client.search.search(table, index, matchAll, { limit: 2 })
    assert.ok(token)
    await invalid(t.client.search.search(table, index, matchAll, { limit: 2, token, offset: 1 }))
    const next = { limit: 2, token, offset: 0, columns: 'NONE' } as const
    const { rows } = await t.client.search.search(table, index, matchAll, next)
    assert.deepEqual(
      rows.map(({ key }) => key['pk']),
      keys(2, 4),
    )
  }),

  search('malformed tokens', 'are refused', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const whole = await t.client.search.search(table, index, matchAll, { limit: 2 })
    const good = whole.token ?? Buffer.alloc(0)
    const wrong = [
      Buffer.from('no token'),
      Buffer.from([0]),
      Buffer.alloc(4096, 255),
      good.subarray(0, good.length - 1),
      Buffer.concat([good, Buffer.from([1])]),
    ]
    for (const token of wrong) {
      await invalid(t.client.search.search(table, index, matchAll, { limit: 2, token }))
    }
  }),

  search('pages by offset', 'an offset and no limit, with groups alone', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const kinds = groupBy('FIELD', { fieldName: 'kind' })
    const more = { groupBys: { groupBys: [kinds] } }
    const { reply } = await t.client.search.search(table, index, matchAll, { offset: 1, more })
    assert.equal(reply.groupBys?.groupByResults.length, 1)
  }),

  search('pages by offset', 'are empty beyond the last row', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const beyond = { offset: 100, limit: 10, columns: 'NONE' } as const
    const { rows, total } = await t.client.search.search(table, index, matchAll, beyond)
    assert.deepEqual([rows.length, total], [0, 100])
    await invalid(t.client.search.search(table, index, matchAll, { offset: -1 }))
    await invalid(t.client.search.search(table, index, matchAll, { limit: -1 }))
  }),

  search('total count', 'is exact, whatever the page', async (t) => {
    const { table, index } = await sharedIndex(t, numbers)
    const totalOf = async (asked: SdkQuery, limit: number) =>
      (await t.client.search.search(table, index, asked, { limit })).total
    assert.equal(await totalOf(matchAll, 0), 100)
    assert.equal(await totalOf(range('n', { from: 50n }), 1), 50)
    assert.equal(await totalOf(term('kind', 'z'), 10), 0)
  }),
]
