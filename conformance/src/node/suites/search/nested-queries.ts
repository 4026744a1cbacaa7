import assert from 'node:assert/strict'
import type { SdkSearchHit } from 'tablestore'
import { testsOf, type Testing } from '../../harness.js'
import { type Field, field, matchAll, type SdkQuery } from '../../search-shapes.js'
import { bool, exists, match, nested, range, term } from './query-builders.js'
import { carts } from './carts.js'
import { finds, refuses } from './finding.js'
import { sharedIndex, type Fixture } from './fixture.js'
import { byDocument, byField, byKey, DESC, sorted } from './sorters.js'

const query = testsOf('Queries')
const type = testsOf('Search fields')

/** Without a sort, an index with nested fields orders hits by score. */
const inOrder = sorted(byKey())

/** Paths and positions of the inner hits of the first row. The SDK leaves out a position of 0. */
const places = async (t: Testing, asked: SdkQuery): Promise<Record<string, number[]>> => {
  const { table, index } = await sharedIndex(t, carts)
  const { hits } = await t.client.search.search(table, index, asked, inOrder)
  const inner = hits[0]?.searchInnerHits ?? new Map<string, never>()
  return Object.fromEntries(
    [...inner].map(([path, { subSearchHits }]) => [path, subSearchHits.map(placeOf)]),
  )
}

const placeOf = ({ nestedDocOffset }: SdkSearchHit): number => nestedDocOffset ?? 0

const tower = (level: number): Field =>
  field(`l${level}`, 'NESTED', {
    fieldSchemas: [level === 1 ? field('n', 'LONG') : tower(level - 1)],
  })

const floors = (level: number, n: number): object =>
  level === 1 ? { n } : { [`l${level - 1}`]: [floors(level - 1, n)] }

const named = (name: string): SdkQuery => term('items.name', name)

/** Rows whose children have children, five levels deep, with a number on the lowest level. */
const towers: Fixture = {
  name: 'towers',
  fields: [tower(5)],
  rows: Object.fromEntries(
    [1, 2].map((n) => [`t${n}`, [['l5', JSON.stringify([floors(5, n)])] as const]]),
  ),
}

export const nestedQueryTests = [
  type('NESTED', 'children of the row, each its own document', async (t) => {
    const where = await sharedIndex(t, carts)
    await finds(t, where, nested('items', term('items.note', 'blue')), 'c1', inOrder)
    await finds(t, where, exists('owner'), 'c1 c2 c3 c4 c5 c6 c7', inOrder)
    await finds(t, where, bool({ mustNot: [nested('items', matchAll)] }), 'c3 c4 c7', inOrder)
  }),

  type('NESTED', 'five levels', async (t) => {
    const where = await sharedIndex(t, towers)
    const path = 'l5.l4.l3.l2.l1'
    await finds(t, where, nested(path, term(`${path}.n`, 2n)), 't2')
    await finds(t, where, nested(path, range(`${path}.n`, { from: 0n })), 't1 t2')
  }),

  query('nested', 'all conditions on the same child', async (t) => {
    const where = await sharedIndex(t, carts)
    const dear = bool({ must: [named('pen'), term('items.price', 10n)] })
    await finds(t, where, nested('items', named('pen')), 'c1 c2', inOrder)
    await finds(t, where, nested('items', dear), 'c2', inOrder)
    const apart = [nested('items', named('pen')), nested('items', term('items.price', 10n))]
    await finds(t, where, bool({ must: apart }), 'c1 c2', inOrder)
  }),

  query('nested', 'with conditions on the row', async (t) => {
    const where = await sharedIndex(t, carts)
    const pens = nested('items', named('pen'))
    await finds(t, where, bool({ must: [pens, term('owner', 'ann')] }), 'c1', inOrder)
    await finds(t, where, bool({ mustNot: [pens] }), 'c3 c4 c5 c6 c7', inOrder)
  }),

  query('nested', 'ranges, texts and arrays of children', async (t) => {
    const where = await sharedIndex(t, carts)
    const cheap = range('items.price', { to: 2n, upper: true })
    await finds(t, where, nested('items', cheap), 'c1 c6', inOrder)
    await finds(t, where, nested('items', match('items.note', 'red')), 'c2', inOrder)
    await finds(t, where, nested('items', term('items.tags', 'dark')), 'c1', inOrder)
  }),

  query('nested', 'exists', async (t) => {
    const where = await sharedIndex(t, carts)
    await finds(t, where, nested('items', exists('items.name')), 'c1 c2 c5 c6', inOrder)
    await finds(t, where, nested('items', exists('items.tags')), 'c1 c2', inOrder)
    const untagged = bool({ mustNot: [exists('items.tags')] })
    await finds(t, where, nested('items', untagged), 'c1 c5 c6', inOrder)
  }),

  query('nested', 'two levels, by the inner path or by nested queries', async (t) => {
    const where = await sharedIndex(t, carts)
    const lids = nested('items.parts', term('items.parts.kind', 'lid'))
    await finds(t, where, lids, 'c5 c6', inOrder)
    const dearLids = nested('items', bool({ must: [range('items.price', { from: 5n }), lids] }))
    await finds(t, where, dearLids, 'c5 c6', inOrder)
    const cups = nested('items', bool({ must: [named('cup'), lids] }))
    await finds(t, where, cups, 'c5', inOrder)
    const heavyLid = bool({
      must: [term('items.parts.kind', 'lid'), range('items.parts.weight', { from: 5n })],
    })
    await finds(t, where, nested('items.parts', heavyLid), 'c6', inOrder)
  }),

  query('nested', 'paths and fields that do not fit are refused', async (t) => {
    const where = await sharedIndex(t, carts)
    await refuses(t, where, nested('nowhere', named('pen')))
    await refuses(t, where, nested('owner', named('pen')))
    await refuses(t, where, nested('items', term('items.nowhere', 'a')))
  }),

  query('inner hits', 'the first three children in their order', async (t) => {
    const many = nested('items', named('a'), { innerHits: {} })
    assert.deepEqual(await places(t, many), { items: [0, 1, 2] })
  }),

  query('inner hits', 'offset and limit', async (t) => {
    const some = (innerHits: object) => nested('items', named('a'), { innerHits })
    assert.deepEqual(await places(t, some({ offset: 1, limit: 2 })), { items: [1, 2] })
    assert.deepEqual(await places(t, some({ limit: 100 })), { items: [0, 1, 2, 3, 4] })
    assert.deepEqual(await places(t, some({ offset: 4, limit: 3 })), { items: [4] })
  }),

  query('inner hits', 'sort', async (t) => {
    const by = (...sorters: readonly object[]) =>
      nested('items', named('a'), { innerHits: { limit: 2, sort: { sorters } } })
    assert.deepEqual(await places(t, by(byField('items.price', DESC))), { items: [4, 3] })
    assert.deepEqual(await places(t, by(byDocument())), { items: [0, 1] })
    assert.deepEqual(await places(t, by(byDocument(DESC))), { items: [4, 3] })
  }),

  query('inner hits', 'only children that match', async (t) => {
    const dear = range('items.price', { from: 3n, to: 10n, upper: true })
    const asked = bool({ must: [nested('items', dear, { innerHits: {} }), term('owner', 'ann')] })
    assert.deepEqual(await places(t, asked), { items: [1] })
  }),

  query('inner hits', 'within inner hits', async (t) => {
    const { table, index } = await sharedIndex(t, carts)
    const parts = nested('items.parts', term('items.parts.kind', 'body'), { innerHits: {} })
    const asked = nested('items', parts, { innerHits: {} })
    const { hits } = await t.client.search.search(table, index, asked, inOrder)
    const [item] = hits[0]?.searchInnerHits.get('items')?.subSearchHits ?? []
    const bodies = item?.searchInnerHits.get('items.parts')?.subSearchHits ?? []
    assert.deepEqual(bodies.map(placeOf), [1])
  }),

  query('inner hits', 'highlights of the children', async (t) => {
    const { table, index } = await sharedIndex(t, carts)
    const highlightParameters = [{ fieldName: 'items.note', preTag: '<b>', postTag: '</b>' }]
    const asked = nested('items', match('items.note', 'blue'), {
      innerHits: { highlight: { highlightParameters } },
    })
    const { hits } = await t.client.search.search(table, index, asked, inOrder)
    const children = hits[0]?.searchInnerHits.get('items')?.subSearchHits ?? []
    const told = children.map(
      (child) => child.highlightResultItem?.highlightFields.get('items.note')?.fragments,
    )
    assert.deepEqual(told, [['a <b>blue</b> pen'], ['<b>blue</b> ink, dark <b>blue</b>']])
  }),
]
