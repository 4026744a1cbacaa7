import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { createTableRequest } from '@rowhouse/engine/testing'
import { createTable, describeTable, encodeRow, putRow, stringVariant } from '@rowhouse/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { readConfiguration } from '../configuration/configuration.js'
import type { Call } from '../door/messages.js'
import { serverLimits } from '../limits.js'
import { StartError } from '../start-error.js'
import { type RunningServer, startServer } from '../start-server.js'
import { exchange } from '../testing/door-fixture.js'
import { TRACE_PACKAGES } from './load-sdk.js'
import { openTraces } from './open-traces.js'
import { startTraces } from './start-traces.js'

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.optional(z.string()) }),
})
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number(), message: z.optional(z.string()) }),
})
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})
type ReceivedSpan = z.output<typeof span>

/** A receiver of OTLP over HTTP. */
let receiver: Server
let texts: string[]
let url: string
let status: number
let server: RunningServer | undefined

beforeEach(async () => {
  texts = []
  status = 200
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') texts.push(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
})
afterEach(async () => {
  await server?.close()
  server = undefined
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const start = async (options: Record<string, unknown> = {}): Promise<RunningServer> => {
  server = await startServer(
    readConfiguration({
      options: {
        ephemeral: true,
        port: 0,
        logLevel: 'silent',
        instance: 'inst',
        accessKey: 'testId:testSecret',
        // Requests are signed for a fixed date.
        auth: 'warn',
        clockSkew: '8000h',
        ...options,
      },
      environment: {},
      configFile: undefined,
    }),
  )
  return server
}

const receivedSpans = (): ReceivedSpan[] =>
  texts
    .flatMap((text) => body.parse(JSON.parse(text)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

const attributesOf = ({ attributes }: ReceivedSpan): Record<string, string | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]))

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

test('a request is a span with its stages, below the span of the caller', async () => {
  const { port, close } = await start({ traceTo: url })
  const create = createTable.encodeRequest(createTableRequest('orders'))
  await exchange(port, { operation: 'CreateTable', body: create })
  const describe = describeTable.encodeRequest({ tableName: 'orders' })
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
  const reply = await exchange(port, { operation: 'DescribeTable', body: describe, headers })
  await close()
  const spans = receivedSpans()
  const root = spans.find(({ name }) => name === 'DescribeTable')
  if (root === undefined) throw new Error('the request has no span')
  expect(root).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, status: { code: 0 } })
  expect(attributesOf(root)).toEqual({
    'db.system.name': 'rowhouse',
    'db.namespace': 'inst',
    'db.operation.name': 'DescribeTable',
    'db.collection.name': 'orders',
    'rowhouse.request_id': reply.headers.get('x-ots-requestid'),
  })
  const stages = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId)
  expect(stages.map(({ name }) => name)).toEqual(['authentication', 'queue', 'engine', 'encode'])
  const times = stages.flatMap((stage) => [stage.startTimeUnixNano, stage.endTimeUnixNano])
  const bounds = [root.startTimeUnixNano, ...times, root.endTimeUnixNano].map(BigInt)
  for (const [place, time] of bounds.entries()) {
    expect(time >= (bounds[place - 1] ?? 0n)).toBe(true)
  }
  const other = spans.find(({ name }) => name === 'CreateTable')
  expect(other?.traceId).not.toBe(TRACE)
  expect(other?.parentSpanId).toBeUndefined()
})

const cell = (name: string, text: string) => ({
  name,
  value: stringVariant(text),
  operation: undefined,
  timestamp: undefined,
})

const put = (port: number, tableName: string) =>
  exchange(port, {
    operation: 'PutRow',
    body: putRow.encodeRequest({
      tableName,
      row: encodeRow({
        primaryKey: [cell('pk', 'told to nobody')],
        cells: [cell('name', 'nor this')],
        deleteMarker: false,
      }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    }),
  })

test('a write waits for its commit inside the engine', async () => {
  const { port, close } = await start({ traceTo: url })
  const create = createTable.encodeRequest(createTableRequest('orders'))
  await exchange(port, { operation: 'CreateTable', body: create })
  expect((await put(port, 'orders')).status).toBe(200)
  await close()
  const spans = receivedSpans()
  const root = spans.find(({ name }) => name === 'PutRow')
  const engine = spans.find((one) => one.name === 'engine' && one.parentSpanId === root?.spanId)
  expect(engine).toBeDefined()
  expect(spans.find(({ name }) => name === 'fsync')?.parentSpanId).toBe(engine?.spanId)
})

test('an error has its code, and no span holds rows or secrets', async () => {
  const { port, close } = await start({ traceTo: url })
  expect((await put(port, 'missing')).status).toBe(404)
  await close()
  const [root] = receivedSpans().filter(({ name }) => name === 'PutRow')
  if (root === undefined) throw new Error('the request has no span')
  expect(root.status).toEqual({ code: 2, message: 'OTSObjectNotExist' })
  expect(attributesOf(root)).toMatchObject({
    'db.response.status_code': 'OTSObjectNotExist',
    'db.collection.name': 'missing',
  })
  const told = texts.join('')
  for (const secret of ['testId', 'testSecret', 'told to nobody', 'nor this']) {
    expect(told).not.toContain(secret)
  }
  expect(told).toContain('{"key":"service.name","value":{"stringValue":"rowhouse"}}')
})

test('a request that its caller does not sample has no span', async () => {
  const { port, close } = await start({ traceTo: url })
  const headers = { traceparent: `00-${TRACE}-${PARENT}-00` }
  await exchange(port, { operation: 'ListTable', headers })
  await close()
  expect(receivedSpans()).toEqual([])
})

test('without an address there are no traces', async () => {
  const { port, close } = await start()
  await exchange(port, { operation: 'ListTable' })
  await close()
  expect(texts).toEqual([])
})

test('a receiver that refuses is logged, and logged again when it accepts', async () => {
  const problems: string[] = []
  let told: () => void = () => {}
  const traces = await openTraces({
    url: `${url}/v1/traces`,
    timeOrigin: performance.timeOrigin,
    onChange: (problem) => {
      problems.push(problem === undefined ? 'well again' : 'failing')
      told()
    },
  })
  const record = (count: number): void => {
    for (let made = 0; made < count; made++) {
      traces.record({ call: CALL, stages: undefined, code: 'OTSServerBusy', endedAt: 6 })
    }
  }
  // Each request makes three spans, and a full batch is sent without waiting.
  const batch = Math.ceil(serverLimits.TRACE_BATCH_SPANS_MAX / 3)
  status = 400
  const failing = new Promise<void>((resolve) => {
    told = resolve
  })
  record(batch)
  await failing
  status = 200
  record(1)
  await traces.close()
  expect(problems).toEqual(['failing', 'well again'])
})

const CALL: Call = {
  requestId: 'r',
  instance: 'inst',
  keyId: '',
  operation: 'GetRow',
  body: Buffer.alloc(0),
  authentication: 1,
  sentAt: 5,
  waitsForIndex: false,
}

const missing = Object.assign(new Error("Cannot find package '@opentelemetry/api'"), {
  code: 'ERR_MODULE_NOT_FOUND',
})

test('without the packages our option is refused, and the shared variable is a warning', async () => {
  const warnings: string[] = []
  const heard = { info: () => {}, warn: (_: object, text: string) => warnings.push(text) }
  const load = () => Promise.reject(missing)
  expect(await startTraces({ traceTo: url, needsTraces: false }, heard, load)).toBeUndefined()
  expect(warnings).toEqual([
    expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT is set, .* needs optional packages/),
  ])
  for (const odd of ['collector', 'collector:4317', 'grpc://collector:4317', 'http://[']) {
    expect(await startTraces({ traceTo: odd, needsTraces: false }, heard, load)).toBeUndefined()
    expect(warnings.pop()).toMatch(/no traces: it is no URL with http or https$/)
  }
  const asked = startTraces({ traceTo: url, needsTraces: true }, heard, load)
  await expect(asked).rejects.toThrow(StartError)
  const broken = startTraces({ traceTo: url, needsTraces: false }, heard, () =>
    Promise.reject(new Error('another')),
  )
  await expect(broken).rejects.toThrow('another')
  expect(warnings).toHaveLength(1)
})

test('missing packages are named', async () => {
  const opened = openTraces({
    url,
    timeOrigin: 0,
    onChange: () => {},
    load: () => Promise.reject(missing),
  })
  await expect(opened).rejects.toThrow(StartError)
  await expect(opened).rejects.toThrow(
    /^--trace-to needs optional packages .*: npm install @opentelemetry\/api@1\./,
  )
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
  expect(optionalDependencies).toMatchObject(TRACE_PACKAGES)
})
