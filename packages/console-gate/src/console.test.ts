import { manualClock } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { consoleLimits } from './limits.js'
import { OPERATOR_SECRET, Visitor, memberOf, startConsole } from './testing/console-fixture.js'

const clock = manualClock()
let server: Awaited<ReturnType<typeof startConsole>>
let visitor: Visitor

beforeEach(async () => {
  server = await startConsole(clock)
  visitor = new Visitor(server.url)
})
afterEach(() => server.close())

const TABLE = {
  operation: 'CreateTable',
  table: 'orders',
  key: [
    { name: 'user', type: 'STRING', isAuto: false },
    { name: 'id', type: 'INTEGER', isAuto: false },
  ],
  columns: [],
  timeToLive: -1,
  maxVersions: 1,
  readUnits: 0,
  writeUnits: 0,
}

const keyOf = (user: string, id: bigint) => [
  { name: 'user', value: user },
  { name: 'id', value: id },
]

const put = (
  key: ReturnType<typeof keyOf>,
  columns: { name: string; value: string | bigint }[],
) => ({
  operation: 'PutRow',
  table: 'orders',
  key,
  columns,
  condition: 'ignore',
})

const BIG = 9_007_199_254_740_993n

test('rows are written and read with exact integers', async () => {
  await visitor.signInWith(server.accessKey)
  expect((await visitor.ask(TABLE)).status).toBe(200)
  await visitor.ask(put(keyOf('c1', BIG), [{ name: 'count', value: -(2n ** 63n) }]))
  const { body } = await visitor.ask({
    operation: 'GetRange',
    table: 'orders',
    start: [
      { name: 'user', value: { mark: 'min' } },
      { name: 'id', value: { mark: 'min' } },
    ],
    end: [
      { name: 'user', value: { mark: 'max' } },
      { name: 'id', value: { mark: 'max' } },
    ],
    isBackward: false,
    limit: 10,
    columns: [],
  })
  expect(memberOf(body, 'answer', 'rows', 0, 'key')).toEqual(keyOf('c1', BIG))
  expect(memberOf(body, 'answer', 'rows', 0, 'columns', 0, 'value')).toBe(-(2n ** 63n))
  expect(memberOf(body, 'answer', 'next')).toBeUndefined()
})

test('a large value is cut when it is asked so, and whole otherwise', async () => {
  await visitor.signInWith(server.accessKey)
  await visitor.ask(TABLE)
  const text = '电脑'.repeat(1000)
  await visitor.ask(put(keyOf('c1', 1n), [{ name: 'text', value: text }]))
  const get = {
    operation: 'GetRow',
    table: 'orders',
    key: keyOf('c1', 1n),
    columns: [],
    maxVersions: 1,
  }
  const cut = await visitor.ask(get, { cut: 3 })
  const value = ['answer', 'row', 'columns', 0, 'value']
  expect(memberOf(cut.body, ...value)).toEqual({ type: 'STRING', bytes: 6000, head: '电脑电' })
  const whole = await visitor.ask(get)
  expect(memberOf(whole.body, ...value)).toBe(text)
})

test('tables are listed with their sizes and indexes', async () => {
  await visitor.signInWith(server.accessKey)
  await visitor.ask(TABLE)
  await visitor.ask(put(keyOf('c1', 1n), []))
  const { body } = await visitor.get('tables/tests')
  expect(memberOf(body, 'tables', 0, 'table')).toBe('orders')
  expect(memberOf(body, 'tables', 0, 'partitions')).toBe(1)
  expect(memberOf(body, 'tables', 0, 'searchIndexes')).toEqual([])
})

test('the columns of a table are judged as partition keys', async () => {
  await visitor.signInWith(server.accessKey)
  await visitor.ask(TABLE)
  const empty = await visitor.get('advice/tests/orders')
  expect(empty.body).toMatchObject({ rows: 0, partitions: 0, keys: [], side: { move: [] } })
  await visitor.ask(put(keyOf('c1', 1n), [{ name: 'state', value: 'paid' }]))
  await visitor.ask(put(keyOf('c2', 2n), [{ name: 'state', value: 'paid' }]))
  const { body } = await visitor.get('advice/tests/orders')
  expect(memberOf(body, 'rows')).toBe(2)
  expect(memberOf(body, 'keys', 0, 'columns', 0)).toEqual(expect.any(String))
  expect((await visitor.get('advice/tests/absent')).status).toBe(404)
})

test('the service’s refusals come with their code and a request id', async () => {
  await visitor.signInWith(server.accessKey)
  const { status, body } = await visitor.ask({ operation: 'DescribeTable', table: 'absent' })
  expect(status).toBe(404)
  expect(memberOf(body, 'code')).toBe('OTSObjectNotExist')
  expect(memberOf(body, 'requestId')).toMatch(/^[\da-f-]{36}$/)
})

test.each([
  ['no operation', { operation: 'DropEverything' }],
  ['no request', 'x'],
  ['a key that is no list', { operation: 'GetRow', table: 'orders', key: 'c1' }],
  ['a table that is no text', { operation: 'DescribeTable', table: 5 }],
])('%s is refused', async (_, request) => {
  await visitor.signInWith(server.accessKey)
  const { status, body } = await visitor.ask(request)
  expect(status).toBe(400)
  expect(memberOf(body, 'code')).toBe('ConsoleRefusal')
})

test('without a session only the pages are answered', async () => {
  expect((await visitor.get('tables/tests')).status).toBe(401)
  expect((await visitor.ask(TABLE)).status).toBe(401)
  expect((await visitor.get('session')).body).toEqual({})
  const page = await fetch(new URL('tests/tables/orders', server.url))
  expect(await page.text()).toContain('<base href="/console/" />')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a wrong secret is refused, and tries are bounded', async () => {
  for (let tried = 0; tried < consoleLimits.SIGN_IN_TRIES; tried++) {
    expect((await visitor.signInWith({ id: 'test-key', secret: 'wrong' })).status).toBe(401)
  }
  expect((await visitor.signInWith(server.accessKey)).status).toBe(429)
  clock.advance(consoleLimits.SIGN_IN_INTERVAL_MS)
  expect((await visitor.signInWith(server.accessKey)).status).toBe(200)
})

test('the cookie is out of reach for scripts and other sites', async () => {
  const { cookie } = await visitor.signInWith(server.accessKey)
  expect(cookie).toMatch(/; Path=\/console; HttpOnly; SameSite=Strict$/)
})

test('a request without the token is refused', async () => {
  await visitor.signInWith(server.accessKey)
  visitor.csrf = 'other'
  expect((await visitor.ask(TABLE)).status).toBe(403)
})

test('a sign-in from another site is refused', async () => {
  const body = { kind: 'operator', secret: OPERATOR_SECRET }
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await visitor.post('sign-in', body, headers)).status).toBe(403)
})

test('a read-only key reads, and every write is refused', async () => {
  await visitor.signInWith(server.accessKey)
  await visitor.ask(TABLE)
  const key = await server.registry.addKey('tests', 'read-only', undefined)
  const reader = new Visitor(server.url)
  const info = await reader.signInWith(key)
  expect(memberOf(info.body, 'access')).toBe('read-only')
  expect((await reader.ask({ operation: 'ListTable' })).status).toBe(200)
  expect((await reader.ask(put(keyOf('c1', 1n), []))).status).toBe(403)
  expect((await reader.ask({ operation: 'DeleteTable', table: 'orders' })).status).toBe(403)
  const columns = { table: 'orders', added: [{ name: 'a', type: 'STRING' }], removed: [] }
  expect((await reader.post('defined-columns/tests', columns)).status).toBe(403)
  const swap = { table: 'orders', index: 'a', swapWith: 'b' }
  expect((await reader.post('search-indexes/tests', swap)).status).toBe(403)
})

test('a session of one instance does not reach another', async () => {
  await server.registry.create('another')
  await visitor.signInWith(server.accessKey)
  const other = await visitor.post('requests/another', { request: { operation: 'ListTable' } })
  expect(other.status).toBe(403)
  const operator = new Visitor(server.url)
  await operator.signIn({ kind: 'operator', secret: OPERATOR_SECRET })
  const own = await operator.post('requests/another', { request: { operation: 'ListTable' } })
  expect(own.status).toBe(200)
})

test('a session ends with its key, by signing out, and when it is idle', async () => {
  const key = await server.registry.addKey('tests', 'read-write', undefined)
  await visitor.signInWith(key)
  await server.registry.removeKey('tests', key.id)
  expect((await visitor.get('tables/tests')).status).toBe(401)

  await visitor.signInWith(server.accessKey)
  await visitor.post('sign-out', {})
  expect((await visitor.get('tables/tests')).status).toBe(401)

  await visitor.signInWith(server.accessKey)
  clock.advance(consoleLimits.SESSION_IDLE_MS)
  expect((await visitor.get('tables/tests')).status).toBe(401)
})

test('a page that asks on while nobody is at it does not keep its session', async () => {
  await visitor.signInWith(server.accessKey)
  const half = consoleLimits.SESSION_IDLE_MS / 2
  clock.advance(half)
  expect((await visitor.get('tables/tests', { 'x-rowhouse-away': 'yes' })).status).toBe(200)
  clock.advance(half)
  expect((await visitor.get('tables/tests', { 'x-rowhouse-away': 'yes' })).status).toBe(401)

  await visitor.signInWith(server.accessKey)
  clock.advance(half)
  expect((await visitor.get('tables/tests')).status).toBe(200)
  clock.advance(half)
  expect((await visitor.get('tables/tests')).status).toBe(200)
})

test('files of the console are kept by browsers, and missing ones are not its page', async () => {
  const script = await fetch(new URL('assets/script.js', server.url))
  expect(script.headers.get('cache-control')).toContain('immutable')
  expect((await fetch(new URL('assets/missing.js', server.url))).status).toBe(404)
  expect((await fetch(new URL('/other', server.url))).status).toBe(404)
})
