import { type UpdateSearchIndexRequest, errors, limits } from '@rowhouse/protocol'
import { IndexAbsentError } from '@rowhouse/search-engine'
import { expect, test, vi } from 'vitest'
import { createSearchIndex } from './create-search-index.js'
import { deleteSearchIndex } from './delete-search-index.js'
import { describeSearchIndex } from './describe-search-index.js'
import { listSearchIndex } from './list-search-index.js'
import { basisOf, describedIndex } from '../keeping/index-plan.js'
import { openSearchService } from './open-search-service.js'
import { search } from './search.js'
import {
  INSTANCE,
  type ServiceFixture,
  TABLE,
  createRequest,
  field,
  fill,
  openFixture,
  schemaOf,
  searchRequest,
} from './testing/service-fixture.js'
import { updateSearchIndex } from './update-search-index.js'

const update = (
  { service }: ServiceFixture,
  given: Partial<UpdateSearchIndexRequest>,
): Promise<unknown> =>
  updateSearchIndex(service, INSTANCE, {
    tableName: TABLE,
    indexName: 'a',
    switchIndexName: undefined,
    queryFlowWeight: [],
    timeToLive: undefined,
    addedFieldSchemas: [],
    ...given,
  })

const weights = (a: number, reindex: number) => [
  { indexName: 'a', weight: a },
  { indexName: 'a_reindex', weight: reindex },
]

const openPair = async (options?: Parameters<typeof openFixture>[0]) => {
  const fixture = await openFixture(options)
  await createSearchIndex(fixture.service, INSTANCE, createRequest('a'))
  fixture.clock.advance(1000)
  const schema = schemaOf(field('a'), field('b', { fieldType: 'TEXT' }))
  const reindex = createRequest('a_reindex', { sourceIndexName: 'a', schema })
  await createSearchIndex(fixture.service, INSTANCE, reindex)
  return fixture
}

const describe = ({ service }: ServiceFixture, indexName: string) =>
  describeSearchIndex(service, INSTANCE, { tableName: TABLE, indexName, includeSyncStat: true })

/** The basis of an index. When it changes, the keeper rebuilds the index. */
const basis = ({ table }: ServiceFixture, number: number) => {
  const described = describedIndex(table(), number)
  return described && basisOf(table(), described)
}

test('a missing table, a missing index and an empty change are refused', async () => {
  const fixture = await openFixture()
  const timeToLive = -1
  await expect(update(fixture, {})).rejects.toEqual(errors.noSearchIndexChange())
  await expect(update(fixture, { timeToLive })).rejects.toEqual(errors.searchIndexNotExist('a'))
  await expect(update(fixture, { tableName: 'missing', timeToLive })).rejects.toEqual(
    errors.searchTableNotExist('missing'),
  )
})

test('a new time to live shows at once, and the keeper is told', async () => {
  const fixture = await openPair({ allowUpdate: false })
  const timeToLive = 2 * limits.TIME_TO_LIVE_SECONDS_MIN
  await update(fixture, { timeToLive })
  expect((await describe(fixture, 'a')).timeToLive).toBe(timeToLive)
  expect(fixture.fake.calls.at(-1)).toBe('changed 1')
  await expect(update(fixture, { timeToLive: 5 })).rejects.toEqual(
    errors.invalidSearchParameter('time_to_live', 5),
  )
  const free = await openPair()
  await expect(update(free, { timeToLive })).rejects.toEqual(errors.indexTimeToLiveExists())
})

test('weights are described in the given order and distribute the searches', async () => {
  const fixture = await openPair()
  await fill(fixture, 'a', ['x'])
  await fill(fixture, 'a_reindex', ['x', 'y'])
  const { service } = fixture
  const total = async (index: string) =>
    (await search(service, INSTANCE, searchRequest(index))).totalHits
  await update(fixture, { queryFlowWeight: weights(0, 100) })
  expect((await describe(fixture, 'a')).queryFlowWeight).toEqual(weights(0, 100))
  expect(await total('a')).toBe(2)
  await update(fixture, { queryFlowWeight: weights(100, 0) })
  expect(await total('a')).toBe(1)
  expect(await total('a_reindex')).toBe(2)
  await update(fixture, { queryFlowWeight: weights(1, 1) })
  const seen = new Set<number>()
  for (let count = 0; count < 200; count++) seen.add(await total('a'))
  expect(seen).toEqual(new Set([1, 2]))
})

test('weights need an index and its reindex', async () => {
  const fixture = await openPair()
  await createSearchIndex(fixture.service, INSTANCE, createRequest('other'))
  const to = (indexName: string) => [
    { indexName: 'a', weight: 1 },
    { indexName, weight: 1 },
  ]
  await expect(update(fixture, { queryFlowWeight: to('none') })).rejects.toEqual(
    errors.searchIndexNotExist('none'),
  )
  await expect(update(fixture, { queryFlowWeight: to('other') })).rejects.toEqual(
    errors.notBrotherIndex('a', 'other'),
  )
})

test('a switch exchanges schemas and data, not names, and a second switch reverts it', async () => {
  const fixture = await openPair()
  await fill(fixture, 'a', ['x'])
  await fill(fixture, 'a_reindex', ['x', 'y'])
  const total = async (index: string) =>
    (await search(fixture.service, INSTANCE, searchRequest(index))).totalHits
  const fields = async (index: string) =>
    (await describe(fixture, index)).schema.fieldSchemas.map(({ fieldName }) => fieldName)
  await update(fixture, { queryFlowWeight: weights(0, 100) })
  const built = [basis(fixture, 1), basis(fixture, 2)]
  await update(fixture, { switchIndexName: 'a_reindex' })
  expect([basis(fixture, 1), basis(fixture, 2)]).toEqual(built)
  expect(await fields('a')).toEqual(['a', 'b'])
  expect(await fields('a_reindex')).toEqual(['a'])
  expect([await total('a'), await total('a_reindex')]).toEqual([2, 1])
  expect((await describe(fixture, 'a')).queryFlowWeight).toEqual(weights(100, 0))
  expect((await describe(fixture, 'a_reindex')).brotherIndexName).toBe('a')
  await update(fixture, { switchIndexName: 'a_reindex' })
  expect(await fields('a')).toEqual(['a'])
  expect([await total('a'), await total('a_reindex')]).toEqual([1, 2])
})

test('added fields are described at once, and count once they are built', async () => {
  const fixture = await openFixture()
  const { service, fake, table } = fixture
  await fill(fixture, 'a', ['x'])
  let build = (): void => {}
  fake.caughtUp = new Promise((resolve) => {
    build = resolve
  })
  fixture.clock.advance(1000)
  const add = () => update(fixture, { addedFieldSchemas: [field('c', { fieldType: 'KEYWORD' })] })
  await add()
  await expect(add()).rejects.toEqual(errors.hasReindex('a'))
  const fields = async () =>
    (await describe(fixture, 'a')).schema.fieldSchemas.map(({ fieldName }) => fieldName)
  expect(await fields()).toEqual(['a', 'c'])
  const indices = [{ tableName: TABLE, indexName: 'a' }]
  expect(await listSearchIndex(service, INSTANCE, { tableName: TABLE })).toEqual({ indices })
  expect((await describe(fixture, 'a')).brotherIndexName).toBeUndefined()
  expect(table().description.searchIndexes.map(({ number }) => number)).toEqual([1, 2])
  const built = basis(fixture, 2)
  build()
  await vi.waitFor(() => expect(fake.calls).toContain('removed 1'), 60_000)
  expect(table().description.searchIndexes).toMatchObject([{ number: 2, name: 'a' }])
  expect(await fields()).toEqual(['a', 'c'])
  // With another basis the keeper would build it once more.
  expect(basis(fixture, 2)).toEqual(built)
})

test('a search whose index is replaced meanwhile is answered by the new one', async () => {
  const fixture = await openFixture()
  const { service, fake } = fixture
  await fill(fixture, 'a', ['x'])
  let build = (): void => {}
  fake.caughtUp = new Promise((resolve) => {
    build = resolve
  })
  await update(fixture, { addedFieldSchemas: [field('c')] })
  const asked: number[] = []
  const { search: searchFake } = fake.search
  fake.search.search = async (id, ...rest) => {
    asked.push(id)
    if (asked.length > 1) return searchFake(id, ...rest)
    build()
    await vi.waitFor(() => expect(fake.calls).toContain('removed 1'), 60_000)
    throw new IndexAbsentError(id)
  }
  expect(await search(service, INSTANCE, searchRequest('a'))).toMatchObject({ totalHits: 0 })
  expect(new Set(asked).size).toBe(2)
})

test('fields that were being added are completed after the next start', async () => {
  const fixture = await openFixture()
  const { engine, fake, table, service } = fixture
  await fill(fixture, 'a', ['x'])
  fake.caughtUp = new Promise(() => {})
  await update(fixture, { addedFieldSchemas: [field('c')] })
  service.additions.close()
  fake.caughtUp = Promise.resolve()
  await openSearchService(engine, async () => fake).indexing()
  await vi.waitFor(() => expect(fake.calls).toContain('removed 1'), 60_000)
  expect(table().description.searchIndexes).toMatchObject([{ number: 2, name: 'a' }])
})

test('an existing field is not added, and deletion removes the hidden index too', async () => {
  const fixture = await openFixture()
  const { service, fake, table } = fixture
  await fill(fixture, 'a', ['x'])
  const twice = update(fixture, { addedFieldSchemas: [field('a')] })
  await expect(twice).rejects.toThrow('field: a is duplicated')
  fake.caughtUp = new Promise(() => {})
  await update(fixture, { addedFieldSchemas: [field('c')] })
  await deleteSearchIndex(service, INSTANCE, { tableName: TABLE, indexName: 'a' })
  expect(table().description.searchIndexes).toEqual([])
  expect(fake.calls.slice(-2)).toEqual(['removed 1', 'removed 2'])
})

test('a complete index is not switched with an incomplete one', async () => {
  const fixture = await openPair()
  fixture.fake.of(fixture.table(), 2).status = { state: 'building', syncPhase: 'FULL' }
  await expect(update(fixture, { switchIndexName: 'a_reindex' })).rejects.toEqual(
    errors.reindexNotSynced('a_reindex'),
  )
  await expect(update(fixture, { switchIndexName: 'none' })).rejects.toEqual(
    errors.searchIndexNotExist('none'),
  )
})
