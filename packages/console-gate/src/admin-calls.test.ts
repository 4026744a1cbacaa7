import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GateValue } from './shapes/index.js'
import { OPERATOR_SECRET, Visitor, memberOf, startConsole } from './testing/console-fixture.js'

let server: Awaited<ReturnType<typeof startConsole>>
let operator: Visitor

beforeEach(async () => {
  server = await startConsole()
  operator = new Visitor(server.url)
  await operator.signIn({ kind: 'operator', secret: OPERATOR_SECRET })
})
afterEach(() => server.close())

test('an instance is made with a key that signs in, and is deleted with it', async () => {
  const made = await operator.post('instances', { action: 'create', name: 'fresh' })
  const [keyId, secret] = [memberOf(made.body, 'key', 'id'), memberOf(made.body, 'key', 'secret')]
  const given = { kind: 'key', instance: 'fresh', keyId, secret }
  const visitor = new Visitor(server.url)
  expect((await visitor.signIn(given)).status).toBe(200)
  const info = await operator.get('session')
  expect(memberOf(info.body, 'session', 'instances')).toEqual(['tests', 'fresh'])

  await operator.post('instances', { action: 'delete', name: 'fresh', force: true })
  expect((await visitor.get('tables/fresh')).status).toBe(401)
  expect((await visitor.signIn(given)).status).toBe(401)
})

test('the list has limits, and never a secret', async () => {
  const ofKey = { concurrent: 8 }
  const limit = { action: 'limit', name: 'tests', keyId: server.accessKey.id, change: ofKey }
  await operator.post('instances', limit)
  const change = { requestsPerSecond: 100, bytesInFlight: 'none' }
  await operator.post('instances', { action: 'limit', name: 'tests', change })
  const listed = await operator.post('instances', { action: 'list' })
  expect(listed.body).toEqual({
    instances: [
      {
        name: 'tests',
        type: 'performance',
        keys: [{ id: server.accessKey.id, access: 'read-write', limits: ofKey }],
        limits: change,
      },
    ],
  })
})

test('refusals of the admin API are told as they are', async () => {
  const { status, body } = await operator.post('instances', { action: 'create', name: 'tests' })
  expect(status).toBe(409)
  expect(memberOf(body, 'message')).toBe("instance 'tests' exists already")
  expect((await operator.post('instances', { action: 'drop-all' })).status).toBe(400)
})

test('a visitor with a key is refused, whatever the command', async () => {
  const visitor = new Visitor(server.url)
  await visitor.signInWith(server.accessKey)
  const commands = [
    { action: 'list' },
    { action: 'create', name: 'fresh' },
    { action: 'add-key', name: 'tests', access: 'read-write' },
    { action: 'limit', name: 'tests', change: { concurrent: 'none' } },
  ]
  for (const command of commands) {
    expect((await visitor.post('instances', command)).status).toBe(403)
  }
  operator.csrf = 'other'
  expect((await operator.post('instances', { action: 'list' })).status).toBe(403)
})

test('a visitor watches the own instance, and the operator the whole server', async () => {
  const visitor = new Visitor(server.url)
  await visitor.signInWith(server.accessKey)
  await visitor.ask({ operation: 'ListTable' })
  const own = await visitor.get('watch/tests')
  expect(own.status).toBe(200)
  expect(memberOf(own.body, 'tenants', 0, 'instance')).toBe('tests')
  expect(memberOf(own.body, 'server')).toBeUndefined()
  expect((await visitor.get('history/tests/0')).status).toBe(200)
  for (const path of [
    'bill/another',
    'watch/-',
    'watch/another',
    'history/-/0',
    'history/another/0',
  ]) {
    expect((await visitor.get(path)).status).toBe(403)
  }
  const whole = await operator.get('watch/-')
  expect(memberOf(whole.body, 'server', 'log', 'end')).toEqual(expect.any(Number))
  expect((await operator.get('history/-/now')).status).toBe(400)
})

test('the load of all partitions and minutes is what the metrics count', async () => {
  const visitor = new Visitor(server.url)
  await visitor.signInWith(server.accessKey)
  const key = (id: bigint) => [{ name: 'id', value: id }]
  const table = { table: 'orders', columns: [], timeToLive: -1, maxVersions: 1 }
  const columns = [{ name: 'id', type: 'INTEGER', isAuto: false }]
  const made = { operation: 'CreateTable', ...table, key: columns, readUnits: 0, writeUnits: 0 }
  expect((await visitor.ask(made)).status).toBe(200)
  const large = [{ name: 'text', value: 'x'.repeat(9_000) }]
  const ofTable = { table: 'orders', columns: large, condition: 'ignore' }
  for (const id of [1n, 2n, 3n])
    await visitor.ask({ operation: 'PutRow', ...ofTable, key: key(id) })
  const get = { operation: 'GetRow', table: 'orders', key: key(1n), columns: [], maxVersions: 1 }
  await visitor.ask(get)
  await visitor.ask({ ...get, key: key(9n) })
  const sums = async () => {
    const { body } = await visitor.get('partitions/tests/orders')
    const minutes = itemsOf(memberOf(body, 'partitions')).flatMap((partition) =>
      itemsOf(memberOf(partition, 'minutes')),
    )
    const sumOf = (name: string): number =>
      minutes.reduce<number>((sum, minute) => sum + Number(memberOf(minute, name)), 0)
    return { read: sumOf('unitsRead'), write: sumOf('unitsWritten') }
  }
  const metrics = await (await fetch(new URL('/metrics', server.endpoint))).text()
  const ofMetrics = (kind: string): number => {
    const labels = `instance="tests",table="orders",kind="${kind}"`
    const form = new RegExp(`rowhouse_capacity_units_total\\{${labels}\\} (\\d+)`)
    return Number(form.exec(metrics)?.[1])
  }
  expect(ofMetrics('write')).toBe(9)
  const bill = await visitor.get('bill/tests')
  expect(memberOf(bill.body, 'tables', 0, 'readUnits')).toBe(ofMetrics('read'))
  expect(memberOf(bill.body, 'tables', 0, 'writeUnits')).toBe(9)
  expect(memberOf(bill.body, 'prices', 'areExamples')).toBe(true)
  // Once a second the server turns its counters into minutes.
  const counted = { read: ofMetrics('read'), write: ofMetrics('write') }
  await expect.poll(sums, { timeout: 10_000 }).toEqual(counted)
})

const itemsOf = (value: GateValue): readonly GateValue[] =>
  typeof value === 'object' && value !== null ? Object.values<GateValue>(value) : []
