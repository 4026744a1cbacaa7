import { deleteRow } from '@rowhouse/engine'
import { decodeRow, encodeRow, errors, limits, plainCell, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import {
  IndexAbsentError,
  IndexDamagedError,
  IndexResetError,
  IndexingEndedError,
} from '@rowhouse/search-engine'
import { IndexNotKeptError } from '../keeping/index-keeper.js'
import { searchLimits } from '../limits.js'
import { deleteSearchIndex } from './delete-search-index.js'
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
import { createSearchIndex } from './create-search-index.js'

const openFilled = async (rows: readonly string[] = ['x', 'y', 'z']): Promise<ServiceFixture> => {
  const fixture = await openFixture()
  await fill(fixture, 'one', rows)
  return fixture
}

const keyRow = (pk: string) => ({
  primaryKey: [plainCell('pk', stringVariant(pk))],
  cells: [],
  deleteMarker: false,
})

const drop = ({ engine }: ServiceFixture, pk: string) =>
  deleteRow(engine, INSTANCE, {
    tableName: TABLE,
    primaryKey: encodeRow({ ...keyRow(pk), deleteMarker: true }),
    condition: { rowExistence: 'IGNORE', columnCondition: undefined },
    returnContent: undefined,
    transactionId: undefined,
  })

const names = (row: Buffer): string[] => {
  const { primaryKey, cells } = decodeRow(row)
  return [...primaryKey, ...cells].map(({ name }) => name)
}

const ask = (
  { service }: ServiceFixture,
  query: Parameters<typeof searchRequest>[1] = {},
  given: Parameters<typeof searchRequest>[2] = {},
) => search(service, INSTANCE, searchRequest('one', query, given))

test('rows are returned as keys, whole, by column names or from the index', async () => {
  const fixture = await openFilled(['x'])
  const columnsOf = async (
    returnType: 'ALL' | 'SPECIFIED' | 'NONE' | 'ALL_FROM_INDEX',
    columnNames: string[] = [],
  ) => {
    const { rows } = await ask(fixture, {}, { columnsToGet: { returnType, columnNames } })
    expect(rows).toHaveLength(1)
    return names(rows[0] ?? Buffer.alloc(0))
  }
  expect(await columnsOf('NONE')).toEqual(['pk'])
  expect(await columnsOf('ALL')).toEqual(['pk', 'a', 'b'])
  expect(await columnsOf('SPECIFIED', ['b'])).toEqual(['pk', 'b'])
  expect(await columnsOf('SPECIFIED', ['none'])).toEqual(['pk'])
  expect(await columnsOf('SPECIFIED')).toEqual(['pk'])
  expect(await columnsOf('ALL_FROM_INDEX')).toEqual(['pk', 'a'])
})

test('the reply has the result of the search and the units that it cost', async () => {
  const fixture = await openFilled()
  const reply = await ask(fixture, { limit: 2 })
  expect(reply).toMatchObject({
    totalHits: 3,
    isAllSucceeded: true,
    searchHits: [],
    consumed: { read: 1, write: 0 },
    reservedConsumed: { read: 0, write: 0 },
  })
  expect(reply.rows).toHaveLength(2)
  fixture.fake.isShort = true
  expect((await ask(fixture, { limit: 2 })).isAllSucceeded).toBe(false)
  const next = await ask(fixture, { limit: 2, token: reply.nextToken })
  expect(next.rows).toHaveLength(1)
})

test('deleted rows are left out, with their hits', async () => {
  const fixture = await openFilled()
  await drop(fixture, 'y')
  const { keys } = fixture.fake.of(fixture.table(), 1)
  fixture.fake.of(fixture.table(), 1).extra = {
    rows: keys.map((key, score) => ({
      key,
      hit: { score, highlight: undefined, innerHits: [], nestedDocOffset: undefined },
    })),
  }
  const reply = await ask(fixture, {}, { columnsToGet: { returnType: 'ALL', columnNames: [] } })
  expect(reply.rows).toHaveLength(2)
  expect(reply.searchHits.map(({ score }) => score)).toEqual([0, 2])
})

test('pages are filled up where rows were deleted, and the next page follows them', async () => {
  const names = Array.from({ length: 12 }, (_, number) => `row ${String(number).padStart(2, '0')}`)
  const fixture = await openFilled(names)
  const gone = [1, 3, 4, 5, 6].flatMap((number) => names[number] ?? [])
  for (const name of gone) await drop(fixture, name)
  const whole = { columnsToGet: { returnType: 'ALL' as const, columnNames: [] } }
  const keysOf = ({ rows }: { rows: readonly Buffer[] }): string[] =>
    rows.map((row) => String(decodeRow(row).primaryKey[0]?.value?.subarray(-6)))
  const first = await ask(fixture, { limit: 3 }, whole)
  expect(keysOf(first)).toEqual(['row 00', 'row 02', 'row 07'])
  const second = await ask(fixture, { limit: 3, token: first.nextToken }, whole)
  expect(keysOf(second)).toEqual(['row 08', 'row 09', 'row 10'])
  const last = await ask(fixture, { limit: 3, token: second.nextToken }, whole)
  expect(keysOf(last)).toEqual(['row 11'])
})

test('a page with mostly deleted rows waits for the index to catch up', async () => {
  const names = Array.from({ length: 90 }, (_, number) => `row ${String(number).padStart(2, '0')}`)
  const fixture = await openFilled(names)
  for (const name of names.slice(0, 80)) await drop(fixture, name)
  const index = fixture.fake.of(fixture.table(), 1)
  const left = index.keys.slice(80)
  Object.defineProperty(fixture.fake, 'caughtUp', {
    get: async () => {
      index.keys = left
    },
  })
  const whole = { columnsToGet: { returnType: 'ALL' as const, columnNames: [] } }
  expect((await ask(fixture, { limit: 2 }, whole)).rows).toHaveLength(2)
  expect(index.keys).toBe(left)
})

test('highlights are made from whole rows, whatever columns are returned', async () => {
  const fixture = await openFilled(['x'])
  const highlight = { parameters: [], encoder: 'PLAIN' as const }
  const { rows, searchHits } = await ask(fixture, { highlight })
  expect(rows.map(names)).toEqual([['pk']])
  expect(searchHits[0]?.highlight?.map(({ fieldName }) => fieldName)).toEqual(['pk', 'a', 'b'])
})

test('top rows are completed at every depth', async () => {
  const fixture = await openFilled()
  const index = fixture.fake.of(fixture.table(), 1)
  const [x, y, z] = index.keys
  const top = (...rows: (Buffer | undefined)[]) => ({
    kind: 'topRows' as const,
    name: 'top',
    rows: rows.flatMap((row) => row ?? []),
  })
  index.extra = {
    aggregations: [top(x), { kind: 'count', name: 'n', value: 3 }],
    groupBys: [
      {
        kind: 'field',
        name: 'g',
        items: [
          {
            key: '1',
            rowCount: 2,
            subAggregations: [top(y, z)],
            subGroupBys: [
              {
                kind: 'filter',
                name: 'f',
                items: [{ rowCount: 1, subAggregations: [top(z)], subGroupBys: [] }],
              },
            ],
          },
        ],
      },
    ],
  }
  await drop(fixture, 'y')
  const columnsToGet = { returnType: 'ALL' as const, columnNames: [] }
  const reply = await ask(fixture, { limit: 0 }, { columnsToGet })
  const rowNames = (result: (typeof reply.aggregations)[number] | undefined) =>
    result?.kind === 'topRows' ? result.rows.map(names) : []
  expect(rowNames(reply.aggregations[0])).toEqual([['pk', 'a', 'b']])
  expect(reply.aggregations[1]).toEqual({ kind: 'count', name: 'n', value: 3 })
  const group = reply.groupBys[0]
  const item = group?.kind === 'field' ? group.items[0] : undefined
  expect(rowNames(item?.subAggregations[0])).toEqual([['pk', 'a', 'b']])
  const inner = item?.subGroupBys[0]
  const deepest = inner?.kind === 'filter' ? inner.items[0] : undefined
  expect(rowNames(deepest?.subAggregations[0])).toEqual([['pk', 'a', 'b']])
})

test('pages are longer when the index has all requested columns', async () => {
  const fixture = await openFixture()
  const schema = schemaOf(field('a'), field('c', { store: false }))
  await createSearchIndex(fixture.service, INSTANCE, createRequest('one', { schema }))
  const most = limits.SEARCH_INDEX_LIMIT_MAX
  const specified = (...columnNames: string[]) => ({
    columnsToGet: { returnType: 'SPECIFIED' as const, columnNames },
  })
  await ask(fixture, { limit: most })
  await ask(fixture, { limit: most }, specified('pk', 'a'))
  const tooLong = errors.searchLimitTooLarge(most, limits.SEARCH_LIMIT_MAX)
  await expect(ask(fixture, { limit: most }, specified('c'))).rejects.toEqual(tooLong)
  const all = { columnsToGet: { returnType: 'ALL' as const, columnNames: [] } }
  await expect(ask(fixture, { limit: most }, all)).rejects.toEqual(tooLong)
  await expect(ask(fixture, { limit: most + 1 })).rejects.toEqual(
    errors.searchLimitTooLarge(most + 1, most),
  )
})

test('routing values must be keys', async () => {
  const fixture = await openFilled()
  const routed = (routingValues: Buffer[]) => ask(fixture, {}, { routingValues })
  expect((await routed([encodeRow(keyRow('x'))])).rows).toHaveLength(3)
  await expect(routed([Buffer.from('nonsense')])).rejects.toMatchObject({
    code: 'OTSParameterInvalid',
  })
})

test('a missing table and a missing index have different errors', async () => {
  const fixture = await openFilled()
  await expect(ask(fixture, {}, { tableName: 'none' })).rejects.toEqual(
    errors.searchTableNotExist('none'),
  )
  await expect(ask(fixture, {}, { indexName: 'none' })).rejects.toEqual(
    errors.searchIndexNotExist('none'),
  )
})

test('time-outs that are too long are reduced', async () => {
  const fixture = await openFilled()
  const most = limits.SEARCH_TIMEOUT_MS_MAX
  for (const timeoutMs of [undefined, 0, -5, most, 2 * most]) await ask(fixture, {}, { timeoutMs })
  await ask(fixture, {}, { timeoutMs: 40 })
  const asked = fixture.fake.calls.filter((call) => call.startsWith('search'))
  expect(asked.map((call) => /most (\d+)/.exec(call)?.[1])).toEqual([
    ...Array.from({ length: 5 }, () => String(most)),
    '40',
  ])
})

test('a search that waits for the index is answered when it has caught up, or times out', async () => {
  const fixture = await openFilled()
  const { service, fake } = fixture
  let arrive = (): void => {}
  fake.caughtUp = new Promise((resolve) => {
    arrive = resolve
  })
  const waits = { waitsForIndex: true }
  const waiting = search(service, INSTANCE, searchRequest('one'), waits)
  expect((await ask(fixture)).rows).toHaveLength(3)
  arrive()
  expect((await waiting).rows).toHaveLength(3)
  fake.caughtUp = new Promise(() => {})
  const short = searchRequest('one', {}, { timeoutMs: 1 })
  await expect(search(service, INSTANCE, short, waits)).rejects.toEqual(errors.timeout())
  fake.caughtUp = Promise.reject(new IndexNotKeptError('in trouble'))
  await expect(search(service, INSTANCE, short, waits)).rejects.toEqual(errors.serverUnavailable())
})

test.each([
  new IndexAbsentError(1),
  new IndexResetError(1),
  new IndexingEndedError(new Error('a thread ended with code 7')),
])(
  'an index that is begun anew under a search is searched again when it is open: %s',
  async (missed) => {
    const fixture = await openFilled()
    const { service, fake, table } = fixture
    const index = fake.of(table(), 1)
    index.damage = missed
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => {
      open = () => {
        index.damage = undefined
        resolve()
      }
    })
    const asked = new Promise<void>((tell) => {
      fake.opened = async () => {
        tell()
        await opened
        return true
      }
    })
    const searching = ask(fixture)
    await Promise.race([asked, searching])
    open()
    expect((await searching).rows).toHaveLength(3)
    expect([...(service.figures.all()[0]?.outcomes ?? [])]).toEqual([['OK', 1]])
  },
)

test('a search that waits for an index that is begun anew waits again, and not for ever', async () => {
  const fixture = await openFilled()
  const { service, fake } = fixture
  fake.caughtUp = Promise.reject(new IndexNotKeptError('it was emptied'))
  fake.caughtUp.catch(() => {})
  let openings = 0
  fake.opened = async () => {
    openings++
    return true
  }
  const waiting = (timeoutMs?: number) =>
    search(service, INSTANCE, searchRequest('one', {}, { timeoutMs }), { waitsForIndex: true })
  await expect(waiting()).rejects.toEqual(errors.serverUnavailable())
  expect(openings).toBe(searchLimits.SEARCH_RUNS_MAX - 1)
  fake.opened = async () => {
    fake.caughtUp = Promise.resolve()
    return true
  }
  expect((await waiting()).rows).toHaveLength(3)
  fake.caughtUp = Promise.reject(new IndexNotKeptError('it was emptied'))
  fake.opened = () => new Promise(() => {})
  await expect(waiting(1)).rejects.toEqual(errors.timeout())
})

test('an indexing thread that ends is a temporary error where its index is not open again', async () => {
  const fixture = await openFilled()
  const { fake, table } = fixture
  fake.of(table(), 1).damage = new IndexingEndedError(new Error('a thread ended with code 7'))
  await expect(ask(fixture)).rejects.toEqual(errors.serverUnavailable())
})

test('damage is reported as unavailable, deletion in between as missing, and both are counted', async () => {
  const fixture = await openFilled()
  const { service, fake, table } = fixture
  await ask(fixture)
  fake.of(table(), 1).damage = new IndexDamagedError('segment', 'bits')
  await expect(ask(fixture)).rejects.toEqual(errors.serverUnavailable())
  expect(fake.calls.at(-1)).toBe('damage met 1')
  const [counted] = service.figures.all()
  expect([...(counted?.outcomes ?? [])]).toEqual([
    ['OK', 1],
    ['OTSServerUnavailable', 1],
  ])
  // The engine has dropped it, to rebuild it.
  fake.of(table(), 1).damage = new IndexAbsentError(1)
  await expect(ask(fixture)).rejects.toEqual(errors.serverUnavailable())
  fake.of(table(), 1).damage = undefined
  const searching = ask(fixture)
  await deleteSearchIndex(service, INSTANCE, { tableName: TABLE, indexName: 'one' })
  await searching.catch((error: unknown) =>
    expect(error).toEqual(errors.searchIndexNotExist('one')),
  )
  expect(service.figures.all()).toEqual([])
})
