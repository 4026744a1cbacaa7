import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GateValue } from '../shapes/index.js'
import { OPERATOR_SECRET, Visitor, memberOf, startConsole } from '../testing/console-fixture.js'
import { SHARED_SAMPLES } from '../visitor-calls.js'

/** All that is planted, and all that is real. */
const ROWS = 2_500
const LOOK_EVERY_MS = 50

let server: Awaited<ReturnType<typeof startConsole>>
let visitor: Visitor

beforeAll(async () => {
  server = await startConsole()
  visitor = new Visitor(server.url)
  await visitor.signInWith(server.accessKey)
})
afterAll(() => server.close())

const listOf = (value: GateValue): readonly GateValue[] => (isList(value) ? value : [])
const isList = (value: GateValue): value is readonly GateValue[] => Array.isArray(value)

/** Starts a task and waits until it has ended. */
async function run(task: GateValue, who = visitor, instance = 'tests'): Promise<GateValue> {
  const { status, body } = await who.post(`samples/${instance}/start`, task)
  expect(status).toBe(200)
  const id = memberOf(body, 'id')
  for (;;) {
    const { body: seen } = await who.get(`samples/${instance}/jobs`)
    const jobs = memberOf(seen, 'jobs')
    const job = listOf(jobs).find((one) => memberOf(one, 'id') === id)
    if (memberOf(job, 'state') !== 'running') return job
    await wait(LOOK_EVERY_MS)
  }
}

const ask = (sample: string, question: string, parameters: GateValue, who = visitor) =>
  who.post('samples/tests/ask', { sample, question, parameters })

test('a sample is loaded, asked with its requests as plain data, and dropped', async () => {
  const load = { kind: 'load', sample: 'orders', rows: ROWS, index: 'after' }
  const job = await run(load)
  expect(memberOf(job, 'state')).toBe('done')
  expect(memberOf(job, 'progress', 'done')).toBe(ROWS)
  // A list of jobs is asked for often, and its requests and its result are most of a job.
  expect(memberOf(job, 'requests')).toBeUndefined()
  expect(memberOf(job, 'resultCount')).toBe(0)
  const id = memberOf(job, 'id') ?? ''
  const whole = (await visitor.post('samples/tests/job', { id })).body
  const requests = listOf(memberOf(whole, 'requests'))
  expect(memberOf(job, 'requestCount')).toBe(requests.length)
  const operations = requests.map((request) => memberOf(request, 'operation'))
  expect(operations).toContain('CreateTable')
  expect(operations).toContain('CreateSearchIndex')
  const at = operations.indexOf('BatchWriteRow')
  expect(listOf(memberOf(requests, at, 'rows'))).toHaveLength(3)
  const overview = await visitor.get('samples/tests')
  expect(memberOf(overview.body, 'sets', 'orders', 'loaded')).toBe(ROWS)

  const months = await ask('orders', 'consumer-spending-by-month', { consumer: 'c0001' })
  const counts = listOf(memberOf(months.body, 'answer')).map((month) => memberOf(month, 'orders'))
  const inYear = counts.reduce<number>((sum, count) => sum + Number(count), 0)
  expect(inYear).toBeGreaterThan(100)
  expect(memberOf(months.body, 'requests', 0, 'operation')).toBe('Search')
  expect(memberOf(months.body, 'calls')).toBe(1)

  const key = await ask('orders', 'consumer-latest-by-key', { consumer: 'c0001' })
  expect(memberOf(key.body, 'requests', 0, 'start', 0, 'value')).toBe('c0001')
  expect(memberOf(key.body, 'requests', 0, 'isBackward')).toBe(true)

  const funnel = { kind: 'ask', sample: 'orders', question: 'platform-basket-partners' }
  const parameters = { product: 'p00000000', support: 3 }
  const partners = await run({ ...funnel, parameters })
  expect(memberOf(partners, 'state')).toBe('done')
  expect(memberOf(partners, 'result')).toBeUndefined()
  expect(memberOf(partners, 'resultCount')).toBe(1)
  const found = await visitor.post('samples/tests/result', { id: memberOf(partners, 'id') ?? '' })
  expect(Array.isArray(memberOf(found.body, 'result'))).toBe(true)

  expect(memberOf(await run({ kind: 'drop', sample: 'orders' }), 'state')).toBe('done')
  expect((await ask('orders', 'consumer-latest-by-key', { consumer: 'c0001' })).status).toBe(400)
})

test.each([
  ['another sample', 'cars', 'order-by-key', { id: 'o1' }, 404],
  ['another question', 'orders', 'drop-everything', {}, 404],
  ['parameters of another form', 'orders', 'order-by-key', { id: 5 }, 400],
  ['a job', 'orders', 'platform-repeat-buyers', { period: { from: 1, to: 2 } }, 400],
])('%s is refused', async (_, sample, question, parameters, status) => {
  const reply = await ask(sample, question, parameters)
  expect(reply.status).toBe(status)
  expect(memberOf(reply.body, 'code')).toBe('ConsoleRefusal')
})

test('a read-only key begins nothing that writes', async () => {
  const key = await server.registry.addKey('tests', 'read-only', undefined)
  const reader = new Visitor(server.url)
  await reader.signInWith(key)
  const load = { kind: 'load', sample: 'shops', rows: ROWS, index: 'after' }
  expect((await reader.post('samples/tests/start', load)).status).toBe(403)
  expect((await reader.post('samples/tests/stop', { id: '1' })).status).toBe(403)
  expect((await reader.post('samples/tests/job', { id: '1' })).status).toBe(200)
  expect((await reader.post('samples/another/job', { id: '1' })).status).toBe(403)
  expect((await reader.post('samples/another/result', { id: '1' })).status).toBe(403)
  expect((await reader.get('samples/another/jobs')).status).toBe(403)
})

test('a job of another instance is not begun', async () => {
  await server.registry.create('another')
  const question = { sample: 'orders', question: 'repeat-buyers', parameters: { days: 30 } }
  const asked = await visitor.post('samples/another/start', { kind: 'ask', ...question })
  expect(asked.status).toBe(403)
})

test('an instance is not shown the jobs of an earlier one of its name', async () => {
  await server.registry.create('passing')
  const operator = new Visitor(server.url)
  await operator.signIn({ kind: 'operator', secret: OPERATOR_SECRET })
  const parameters = { product: 'p00000000', support: 3 }
  const task = { kind: 'ask', sample: 'orders', question: 'platform-basket-partners', parameters }
  await run(task, operator, 'passing')
  await server.registry.delete('passing')
  await server.registry.create('passing')
  const overview = await operator.get('samples/passing')
  expect(overview.status).toBe(200)
  expect(memberOf(overview.body, 'jobs')).toEqual([])
})

test('everybody reads the shared samples, and only the operator makes and fills them', async () => {
  const shared = (path: string, body: GateValue, who: Visitor) =>
    who.post(`samples/${SHARED_SAMPLES}/${path}`, body)
  expect((await shared('share', {}, visitor)).status).toBe(403)
  const operator = new Visitor(server.url)
  await operator.signIn({ kind: 'operator', secret: OPERATOR_SECRET })
  expect((await visitor.get(`samples/${SHARED_SAMPLES}`)).status).toBe(403)
  expect((await shared('share', {}, operator)).status).toBe(200)
  const load = { kind: 'load', sample: 'shops', rows: ROWS, index: 'after' }
  await run(load, operator, SHARED_SAMPLES)
  const question = { sample: 'shops', question: 'by-name' }
  const asked = { ...question, parameters: { city: '杭州', begin: '沈家' } }
  const found = await shared('ask', asked, visitor)
  expect(found.body).toMatchObject({ answer: {} })
  expect(memberOf(found.body, 'answer', 'total')).toBeGreaterThanOrEqual(400)
  expect((await shared('start', load, visitor)).status).toBe(403)
  const other = await visitor.post(`requests/${SHARED_SAMPLES}`, {
    request: { operation: 'ListTable' },
  })
  expect(other.status).toBe(403)
})

test('what is being loaded is neither loaded again nor dropped meanwhile', async () => {
  const load = { kind: 'load', sample: 'shops', rows: 100_000, index: 'after' }
  const { body } = await visitor.post('samples/tests/start', load)
  expect((await visitor.post('samples/tests/start', load)).status).toBe(409)
  const drop = { kind: 'drop', sample: 'shops' }
  expect((await visitor.post('samples/tests/start', drop)).status).toBe(409)
  await visitor.post('samples/tests/stop', { id: memberOf(body, 'id') ?? '' })
})

test('a load stops, and its jobs are told from the newest on', async () => {
  const load = { kind: 'load', sample: 'media', rows: 200_000, index: 'before' }
  const { body } = await visitor.post('samples/tests/start', load)
  await visitor.post('samples/tests/stop', { id: memberOf(body, 'id') ?? '' })
  const isOver = async (): Promise<boolean> => {
    const { body: seen } = await visitor.get('samples/tests')
    return memberOf(seen, 'jobs', 0, 'state') === 'stopped'
  }
  while (!(await isOver())) await wait(LOOK_EVERY_MS)
})

test('the map of a quarter has its streets', async () => {
  const reply = await visitor.post('samples/tests/map', {
    topLeft: { latitude: 36.77, longitude: 111.41 },
    bottomRight: { latitude: 36.76, longitude: 111.42 },
  })
  expect(memberOf(reply.body, 'districts', 0, 'name')).toBe('示范街区')
})
