import {
  type ParallelScanRequest,
  type Query,
  decodeRow,
  errors,
  integerVariant,
} from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { searchLimits } from '../limits.js'
import { computeSplits } from './compute-splits.js'
import { parallelScan } from './parallel-scan.js'
import {
  INSTANCE,
  type ServiceFixture,
  TABLE,
  fill,
  openFixture,
} from './testing/service-fixture.js'

const KEYS = Array.from({ length: 10 }, (_, index) => `key ${index}`)

const openFilled = async (): Promise<ServiceFixture> => {
  const fixture = await openFixture()
  await fill(fixture, 'one', KEYS)
  return fixture
}

/** The fake engine finds every row, whatever the query. */
const SOME: Query = { kind: 'exists', fieldName: 'a' }

type Scan = Partial<ParallelScanRequest['scanQuery']>

const request = (scan: Scan, given: Partial<ParallelScanRequest>): ParallelScanRequest => ({
  tableName: TABLE,
  indexName: 'one',
  columnsToGet: { returnType: 'NONE', columnNames: [] },
  sessionId: undefined,
  scanQuery: {
    query: { kind: 'matchAll' },
    limit: 7,
    aliveTime: 60,
    token: undefined,
    currentParallelId: 0,
    maxParallel: 1,
    ...scan,
  },
  timeoutMs: undefined,
  ...given,
})

const scan = (
  { service }: ServiceFixture,
  query: Scan = {},
  given: Partial<ParallelScanRequest> = {},
) => parallelScan(service, INSTANCE, request(query, given))

const keyOf = (row: Buffer): string =>
  decodeRow(row).primaryKey[0]?.value?.toString('utf8', 5) ?? ''

/** Reads all rows of one part page by page, and counts the pages. */
const drain = async (fixture: ServiceFixture, query: Scan, sessionId?: Buffer) => {
  const keys: string[] = []
  let pages = 0
  let token: Buffer | undefined
  do {
    const page = await scan(fixture, { ...query, token }, { sessionId })
    pages++
    keys.push(...page.rows.map(keyOf))
    token = page.nextToken
  } while (token !== undefined)
  return { keys, pages }
}

const split = ({ service }: ServiceFixture) =>
  computeSplits(service, INSTANCE, { tableName: TABLE, indexName: 'one' })

test('the page after the last row has neither rows nor a token', async () => {
  const fixture = await openFilled()
  const { sessionId, splitsSize } = await split(fixture)
  expect(splitsSize).toBe(1)
  const first = await scan(fixture, {}, { sessionId })
  const second = await scan(fixture, { token: first.nextToken }, { sessionId })
  const third = await scan(fixture, { token: second.nextToken }, { sessionId })
  expect([first, second, third].map(({ rows }) => rows.length)).toEqual([7, 3, 0])
  expect([first, second, third].map(({ nextToken }) => nextToken !== undefined)).toEqual([
    true,
    true,
    false,
  ])
})

test('a scan of an index that is being rebuilt is told to retry', async () => {
  const fixture = await openFilled()
  expect((await scan(fixture)).rows).not.toEqual([])
  fixture.fake.isShort = true
  await expect(scan(fixture)).rejects.toEqual(errors.serverUnavailable())
})

test('a page that was read before the rebuild ended is not returned', async () => {
  const fixture = await openFilled()
  const { search } = fixture.fake
  const { keys } = search
  search.keys = (...asked) => {
    fixture.fake.isShort = false
    return keys(...asked)
  }
  fixture.fake.isShort = true
  await expect(scan(fixture)).rejects.toEqual(errors.serverUnavailable())
  expect((await scan(fixture)).rows).toHaveLength(7)
})

test('a scan without a session reads all rows, or all matching ones', async () => {
  expect((await drain(await openFilled(), { limit: 4 })).keys).toEqual(KEYS)
  expect((await drain(await openFilled(), { limit: 4, query: SOME })).keys).toEqual(KEYS)
})

test('the parts together return every row once, for any number of parts', async () => {
  const fixture = await openFilled()
  const stored = fixture.fake.of(fixture.table(), 1).keys
  const index = [...fixture.fake.indexes.keys()][0] ?? 0
  const splitEnds = [stored[1], stored[4], stored[5]].flatMap((key) => key ?? [])
  const queries: readonly Query[] = [SOME, { kind: 'matchAll' }]
  for (const [maxParallel, query] of [1, 2, 3, 4].flatMap((parts) =>
    queries.map((each) => [parts, each] as const),
  )) {
    const lastKey = stored.at(-1)
    const sessionId = fixture.service.sessions.begin({ index, splitEnds, lastKey })
    const parts = Array.from({ length: maxParallel }, (_, currentParallelId) =>
      drain(fixture, { query, limit: 2, maxParallel, currentParallelId }, sessionId),
    )
    const keys = (await Promise.all(parts)).flatMap((part) => part.keys)
    expect(keys.sort()).toEqual(KEYS)
  }
})

test('a session ends at the row that was last when it began', async () => {
  const fixture = await openFixture()
  await fill(fixture, 'one', [])
  const ofNothing = (await split(fixture)).sessionId
  await fill(fixture, 'one', KEYS)
  const { sessionId } = await split(fixture)
  await fill(fixture, 'one', ['key 5 and', 'key 99', 'later'])
  for (const query of [SOME, { kind: 'matchAll' } as const]) {
    const scanned = (session?: Buffer) => drain(fixture, { query, limit: 3 }, session)
    expect((await scanned(ofNothing)).keys).toEqual([])
    expect((await scanned(sessionId)).keys).toEqual([...KEYS, 'key 5 and'].sort())
    expect((await scanned()).keys).toEqual([...KEYS, 'key 5 and', 'key 99', 'later'].sort())
  }
})

test('deleted rows are skipped without ending the scan early', async () => {
  const fixture = await openFilled()
  const { keys } = fixture.fake.of(fixture.table(), 1)
  const gone = keys.map((key) => Buffer.concat([key.subarray(0, -2), Buffer.from([0x21, 0, 1])]))
  fixture.fake.of(fixture.table(), 1).keys = [...gone, ...keys].sort((a, b) => a.compare(b))
  const columnsToGet = { returnType: 'ALL_FROM_INDEX' as const, columnNames: [] }
  let token: Buffer | undefined
  const found: string[] = []
  do {
    const page = await scan(fixture, { limit: 1, token }, { columnsToGet })
    found.push(...page.rows.map(keyOf))
    token = page.nextToken
    if (token !== undefined) expect(page.rows).not.toEqual([])
  } while (token !== undefined)
  expect(found).toEqual(KEYS)
})

test('columns come from the index alone', async () => {
  const fixture = await openFilled()
  const namesOf = async (
    returnType: 'ALL' | 'SPECIFIED' | 'ALL_FROM_INDEX',
    columnNames: string[],
  ) => {
    const { rows } = await scan(fixture, {}, { columnsToGet: { returnType, columnNames } })
    return decodeRow(rows[0] ?? Buffer.alloc(0)).cells.map(({ name }) => name)
  }
  expect(await namesOf('ALL_FROM_INDEX', [])).toEqual(['a'])
  expect(await namesOf('SPECIFIED', ['b', 'a'])).toEqual(['a'])
  await expect(namesOf('ALL', [])).rejects.toEqual(errors.scanOfAllColumns())
})

test('columns without times are answered from the index, or else from the table', async () => {
  const fixture = await openFilled()
  const { search } = fixture.fake
  const asked: (readonly string[] | undefined)[] = []
  const { search: searchOnce } = search
  search.search = async (id, question, timeoutMs) => {
    asked.push(question.columns)
    const found = await searchOnce(id, question, timeoutMs)
    const valuesOf = (row: number) => (row < 2 ? integerVariant(BigInt(90 + row)) : undefined)
    return { ...found, rows: found.rows.map((one, row) => ({ ...one, values: valuesOf(row) })) }
  }
  const columnsToGet = { returnType: 'SPECIFIED' as const, columnNames: ['pk', 'b', 'a'] }
  const given = { columnsToGet, withoutTimes: true }
  const { rows } = await scan(fixture, { query: SOME, limit: 3 }, given)
  expect(asked).toEqual([['a']])
  expect(rows.map(keyOf)).toEqual(KEYS.slice(0, 3))
  const cells = rows.flatMap((row) => decodeRow(row).cells)
  expect(cells.map(({ name, timestamp }) => [name, timestamp !== undefined])).toEqual([
    ['a', false],
    ['a', false],
    ['a', true],
  ])
  expect(cells[1]?.value).toEqual(integerVariant(91n))
  await scan(fixture, { query: SOME, limit: 3 }, { columnsToGet })
  expect(asked).toEqual([['a'], undefined])
})

test('parts that do not exist are refused', async () => {
  const fixture = await openFilled()
  const { sessionId } = await split(fixture)
  await expect(scan(fixture, { currentParallelId: 101 }, { sessionId })).rejects.toEqual(
    errors.parallelIdOutOfRange(1, 101),
  )
  await expect(scan(fixture, { maxParallel: 2 }, { sessionId })).rejects.toEqual(
    errors.maxParallelOutOfRange(1, 2),
  )
  await expect(scan(fixture, { limit: 0 })).rejects.toMatchObject({ code: 'OTSParameterInvalid' })
})

test('a session lives as long as it is used, and ends with its index', async () => {
  const fixture = await openFilled()
  const { sessionId } = await split(fixture)
  const pass = (seconds: number) => fixture.clock.advance(seconds * 1000)
  pass(59)
  await scan(fixture, { aliveTime: 100 }, { sessionId })
  pass(99)
  await scan(fixture, { aliveTime: 5 }, { sessionId })
  pass(6)
  const expired = errors.scanSessionExpired()
  await expect(scan(fixture, {}, { sessionId })).rejects.toEqual(expired)
  await expect(scan(fixture, {}, { sessionId: Buffer.from('none') })).rejects.toEqual(expired)
  const other = fixture.service.sessions.begin({ index: 1, splitEnds: [], lastKey: undefined })
  await expect(scan(fixture, {}, { sessionId: other })).rejects.toEqual(expired)
})

test('a token of another scan is refused', async () => {
  const fixture = await openFilled()
  const token = Buffer.from('nonsense')
  await expect(scan(fixture, { token })).rejects.toMatchObject({ code: 'OTSParameterInvalid' })
})

test('the number of remembered sessions is bounded', async () => {
  const { sessions } = (await openFixture()).service
  for (let count = 0; count < searchLimits.SCAN_SESSIONS_MAX + 10; count++) {
    sessions.begin({ index: 1, splitEnds: [], lastKey: undefined })
  }
  expect(sessions.size).toBe(searchLimits.SCAN_SESSIONS_MAX)
})
