import { errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { IndexAbsentError } from '@rowhouse/search-engine'
import { search } from '../search.js'
import { updateSearchIndex } from '../update-search-index.js'
import {
  INSTANCE,
  type ServiceFixture,
  TABLE,
  field,
  fill,
  openFixture,
  searchRequest,
} from '../testing/service-fixture.js'

const REFUSAL = errors.invalidSearchParameter('field_name', 'c')

/** An index with two of three rows, while one with another field is built. */
const openWhileBuilt = async () => {
  const fixture = await openFixture()
  await fill(fixture, 'one', ['x', 'y', 'z'])
  const { service, fake, table } = fixture
  let build = (): void => {}
  fake.caughtUp = new Promise((resolve) => {
    build = resolve
  })
  await updateSearchIndex(service, INSTANCE, {
    tableName: TABLE,
    indexName: 'one',
    switchIndexName: undefined,
    queryFlowWeight: [],
    timeToLive: undefined,
    addedFieldSchemas: [field('c')],
  })
  const [whole, larger] = [fake.of(table(), 1), fake.of(table(), 2)]
  larger.keys = whole.keys.slice(0, 2)
  return { fixture, whole, larger, build }
}

const ask = async ({ service }: ServiceFixture, waitsForIndex = false) => {
  const call = { waitsForIndex }
  const reply = await search(service, INSTANCE, searchRequest('one', {}, { timeoutMs: 50 }), call)
  return { rows: reply.rows.length, isAll: reply.isAllSucceeded }
}

test('fields that were just added can be searched, and the reply says that rows are missing', async () => {
  const { fixture, whole } = await openWhileBuilt()
  expect(await ask(fixture)).toEqual({ rows: 3, isAll: true })
  whole.damage = REFUSAL
  expect(await ask(fixture)).toEqual({ rows: 2, isAll: false })
})

test('a search that waits for the index is answered when the fields are built, or times out', async () => {
  const { fixture, whole, larger, build } = await openWhileBuilt()
  const { keeper } = fixture.fake
  const { caughtUp } = keeper
  // The index itself is up to date.
  keeper.caughtUp = (table, index) => (index === 1 ? Promise.resolve() : caughtUp(table, index))
  whole.damage = REFUSAL
  await expect(ask(fixture, true)).rejects.toEqual(errors.timeout())
  keeper.caughtUp = async (table, index) => {
    if (index === 1) return
    larger.keys = whole.keys
    build()
    await caughtUp(table, index)
  }
  expect(await ask(fixture, true)).toEqual({ rows: 3, isAll: true })
})

test('an error of both indexes is returned, and trouble of the new index is not', async () => {
  const { fixture, whole, larger } = await openWhileBuilt()
  whole.damage = REFUSAL
  larger.damage = errors.invalidSearchParameter('limit', -1)
  await expect(ask(fixture)).rejects.toEqual(larger.damage)
  larger.damage = new IndexAbsentError(2)
  await expect(ask(fixture)).rejects.toEqual(REFUSAL)
  whole.damage = errors.serverBusy()
  larger.damage = undefined
  await expect(ask(fixture)).rejects.toEqual(errors.serverBusy())
})

test('without added fields a refusal is returned', async () => {
  const fixture = await openFixture()
  await fill(fixture, 'one', ['x'])
  fixture.fake.of(fixture.table(), 1).damage = REFUSAL
  await expect(ask(fixture)).rejects.toEqual(REFUSAL)
})
