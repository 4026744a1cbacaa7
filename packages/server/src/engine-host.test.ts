import { Writable } from 'node:stream'
import { LogFailedError, MemoryBudget } from '@rowhouse/engine'
import { type Clock, InvariantError } from '@rowhouse/platform'
import { openMemoryEngine } from '@rowhouse/engine/testing'
import { decodeError, errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { Admission } from './admission/admission.js'
import { openAdmission } from './admission/open-admission.js'
import { ColumnHeat } from './column-heat/column-heat.js'
import { readConfiguration } from './configuration/configuration.js'
import type { DiskMonitor } from './disk-monitor.js'
import type { Operation } from './dispatch-table.js'
import type { Call } from './door/messages.js'
import { EngineHost } from './engine-host.js'
import type { Instance } from './instances/instance.js'
import { createLogger } from './logging.js'
import { RequestFigures } from './metrics/request-figures.js'
import { noSearch } from './testing/no-search.js'
import { RequestWatch } from './watch/request-watch.js'

interface Setup {
  readonly run?: Operation['run']
  readonly isLow?: boolean
  readonly problem?: string
  readonly requestsInFlightMax?: number
  readonly requestBytesInFlightMax?: number
  readonly admission?: Admission
  readonly memory?: MemoryBudget
}

const instanceWith = (name: string, ...keyIds: readonly string[]): Instance => ({
  name,
  type: 'performance',
  keys: keyIds.map((id) => ({ id, secret: 's', access: 'read-write', stsToken: undefined })),
})
const INSTANCES = [instanceWith('inst', 'old'), instanceWith('other'), instanceWith('flood')]

const boundedAdmission = (setup: Setup, clock: Clock): Admission => {
  const requestsMax = setup.requestsInFlightMax ?? 10
  const bytesMax = setup.requestBytesInFlightMax ?? 1000
  return new Admission(
    {
      requestsMax,
      bytesMax,
      runningMax: requestsMax,
      runningBytesMax: bytesMax,
      runningWritesMax: requestsMax,
      runningOwn: 1,
    },
    { instance: {}, key: {} },
    () => clock.monotonic(),
  )
}

const diskOf = (isLow: boolean): DiskMonitor => {
  let isFull = isLow
  return {
    isLow: () => isFull,
    noticeFull: () => {
      isFull = true
    },
    freeBytes: () => undefined,
    look: async () => {},
  }
}

const openHost = async (setup: Setup = {}) => {
  const { engine, clock } = await openMemoryEngine()
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const run: Operation['run'] = setup.run ?? (async () => Buffer.from('done'))
  const operation = (name: string, access: 'read' | 'write', freesSpace = false): Operation => ({
    name,
    access,
    freesSpace,
    run,
  })
  const figures = new RequestFigures()
  const admission = setup.admission ?? boundedAdmission(setup, clock)
  admission.setInstances(INSTANCES)
  const host = new EngineHost({
    engine,
    search: noSearch,
    watch: new RequestWatch(clock),
    heat: new ColumnHeat(clock, 1),
    operations: new Map([
      ['GetRow', operation('GetRow', 'read')],
      ['PutRow', operation('PutRow', 'write')],
      ['DeleteTable', operation('DeleteTable', 'write', true)],
    ]),
    storage: { onStall: () => {}, onLost: () => {}, problem: () => setup.problem },
    disk: diskOf(setup.isLow === true),
    figures,
    logger: createLogger('debug', stream),
    renderMetrics: async () => 'the page',
    admission,
    memory: setup.memory ?? new MemoryBudget(2 ** 30),
    slowRequest: 500,
  })
  const call = (
    operation: string,
    body: Buffer = Buffer.from('body'),
    instance = 'inst',
    keyId = '',
  ): Call => ({
    requestId: 'request-1',
    instance,
    keyId,
    operation,
    body,
    authentication: 1,
    sentAt: clock.monotonic(),
    waitsForIndex: false,
  })
  const ask = (name: string, body?: Buffer, instance?: string, keyId?: string): Promise<string> =>
    new Promise((resolve) => {
      host.submit(call(name, body, instance, keyId), {
        reply: (status, reply) => {
          resolve(status === 200 ? `200 ${reply.toString()}` : describe(status, reply))
        },
      })
    })
  return {
    host,
    clock,
    figures,
    admission,
    ask,
    logged: () => lines.map((line): unknown => JSON.parse(line)),
  }
}

const describe = (status: number, body: Buffer): string => {
  const { code, message } = decodeError(body)
  return `${status} ${code} ${message}`
}

/** Resolves when everything that was ready to run has run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const BUSY = '503 OTSServerBusy Server is busy.'

test('a call runs and is counted', async () => {
  const { ask, figures, admission } = await openHost()
  expect(await ask('GetRow')).toBe('200 done')
  expect(figures.of('GetRow').answers).toEqual(new Map([['OK', 1]]))
  expect(admission.inFlight).toBe(0)
  expect(admission.bytesInFlight).toBe(0)
})

test('the memory of a body is used again once nothing refers to it, unless the call fails', async () => {
  const { ask, host } = await openHost({
    requestBytesInFlightMax: 100_000,
    run: async ({ engine }, { body, operation }) => {
      engine.memory.bodyDone()
      if (operation === 'PutRow') throw errors.conditionCheckFail()
      return Buffer.from(body.subarray(0, 4))
    },
  })
  const bodyOf = () => host.bodyMemory.take(20_000).fill('body')
  const [done, failed, own] = [bodyOf(), bodyOf(), Buffer.alloc(20_000, 'body')]
  expect(await ask('GetRow', done)).toBe('200 body')
  expect(await ask('PutRow', failed)).toContain('OTSConditionCheckFail')
  expect(await ask('GetRow', own)).toBe('200 body')
  expect(host.bodyMemory.take(20_000).buffer).toBe(done.buffer)
  expect(host.bodyMemory.take(20_000).buffer).not.toBe(failed.buffer)
  expect([failed, own].map((body) => body.toString('latin1', 0, 4))).toEqual(['body', 'body'])
})

test('an admitted call is refused when its instance or key was deleted meanwhile', async () => {
  const { ask, admission } = await openHost()
  const refused = '403 OTSAuthFailed The AccessKeyID does not exist.'
  expect(await ask('PutRow', undefined, 'inst', 'old')).toBe('200 done')
  // An instance of the same name is created meanwhile.
  admission.setInstances([instanceWith('inst', 'new')])
  expect(await ask('PutRow', undefined, 'inst', 'old')).toBe(refused)
  expect(await ask('PutRow', undefined, 'inst', 'new')).toBe('200 done')
  expect(await ask('PutRow', undefined, 'other')).toBe(refused)
})

test('an error of the service is passed on and counted by its code', async () => {
  const { ask, figures, logged } = await openHost({
    run: async () => {
      throw errors.conditionCheckFail()
    },
  })
  expect(await ask('PutRow')).toBe('403 OTSConditionCheckFail Condition check failed.')
  expect(figures.of('PutRow').answers).toEqual(new Map([['OTSConditionCheckFail', 1]]))
  expect(logged()).toEqual([])
})

test.each([
  ['any other error', new TypeError('the inner reason')],
  ['a broken assumption', new InvariantError('the inner reason')],
  ['an internal error made elsewhere', errors.internalServerError()],
])('%s is not shown to the client, but logged and counted', async (_name, error) => {
  const { ask, figures, logged } = await openHost({
    run: async () => {
      throw error
    },
  })
  expect(await ask('GetRow')).toBe('500 OTSInternalServerError Internal server error.')
  expect(figures.uncaughtErrors).toBe(1)
  expect(logged()).toMatchObject([
    { requestId: 'request-1', operation: 'GetRow', err: { message: error.message } },
  ])
})

test('a full disk answers busy, and refuses the next writes at once', async () => {
  const { ask, figures } = await openHost({
    run: async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    },
  })
  expect(await ask('PutRow')).toBe(BUSY)
  expect(await ask('PutRow')).toBe(BUSY)
  expect(figures.diskRefusals).toBe(2)
  expect(figures.uncaughtErrors).toBe(0)
})

test('a commit log that has failed makes the server unready', async () => {
  const { host, ask, logged } = await openHost({
    run: async () => {
      throw new LogFailedError(new Error('EIO'))
    },
  })
  expect(await ask('PutRow')).toBe('500 OTSInternalServerError Internal server error.')
  await ask('PutRow')
  const msg = 'the commit log has failed: restart the server to write again'
  expect(logged()).toMatchObject([{ level: 60, msg }, { level: 50 }, { level: 50 }])
  const page = await new Promise((resolve) => {
    host.page('ready', { reply: (status) => resolve(status) })
  })
  expect(page).toBe(503)
})

test('low on disk space, reads and operations that free space are still served', async () => {
  const { ask } = await openHost({ isLow: true })
  expect(await ask('PutRow')).toBe(BUSY)
  expect(await ask('GetRow')).toBe('200 done')
  expect(await ask('DeleteTable')).toBe('200 done')
})

test('while the store takes nothing, writes are refused and reads are served', async () => {
  const { host, ask } = await openHost({ problem: 'stuck' })
  expect(await ask('PutRow')).toBe(BUSY)
  expect(await ask('DeleteTable')).toBe(BUSY)
  expect(await ask('GetRow')).toBe('200 done')
  const page = await new Promise((resolve) => {
    host.page('ready', { reply: (status, body) => resolve(`${status} ${body.toString()}`) })
  })
  expect(page).toBe('503 stuck\n')
})

test('past the bound of requests the answer is busy, and service resumes', async () => {
  const waiting: (() => void)[] = []
  const { ask, figures } = await openHost({
    requestsInFlightMax: 2,
    run: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(Buffer.from('done')))
      }),
  })
  const admitted = [ask('GetRow'), ask('GetRow')]
  expect(await ask('GetRow')).toBe(BUSY)
  expect(figures.busyRefusals).toBe(1)
  for (const finish of waiting) finish()
  expect(await Promise.all(admitted)).toEqual(['200 done', '200 done'])
  const last = ask('GetRow')
  waiting.at(-1)?.()
  expect(await last).toBe('200 done')
})

test('an instance that floods the server does not delay another', async () => {
  const running: { readonly instance: string; readonly finish: () => void }[] = []
  const { ask } = await openHost({
    admission: openAdmission(
      readConfiguration({ options: {}, environment: {}, configFile: undefined }),
    ),
    run: (_served, { instance }) =>
      new Promise((resolve) => {
        running.push({ instance, finish: () => resolve(Buffer.from('done')) })
      }),
  })
  const order: string[] = []
  const submit = async (instance: string): Promise<string> => {
    const answer = await ask('GetRow', undefined, instance)
    order.push(answer === BUSY ? `-${instance}` : instance)
    return answer
  }
  const flood = Array.from({ length: 6_000 }, () => submit('flood'))
  const others = Array.from({ length: 100 }, () => submit('other'))
  while (running.length > 0) {
    running.shift()?.finish()
    await settled()
  }
  expect(new Set(await Promise.all(others))).toEqual(new Set(['200 done']))
  expect(new Set(await Promise.all(flood))).toEqual(new Set(['200 done', BUSY]))
  const done = order.filter((name) => !name.startsWith('-'))
  // Requests that ran when the others came finish first, and then the instances take turns.
  expect(done.lastIndexOf('other')).toBeLessThan(512 + 2 * 100)
})

test('past the bound of bytes the answer is busy', async () => {
  const { ask } = await openHost({ requestBytesInFlightMax: 100, run: () => new Promise(() => {}) })
  void ask('PutRow', Buffer.alloc(60))
  expect(await ask('PutRow', Buffer.alloc(41))).toBe(BUSY)
})

test('an operation that is not implemented is refused here too', async () => {
  const { ask } = await openHost()
  expect(await ask('Search')).toBe('400 OTSParameterInvalid Unsupported operation: Search.')
})

test('a slow request is logged with its stages', async () => {
  const setup: { advance: (milliseconds: number) => void } = { advance: () => {} }
  const { clock, ask, logged, figures } = await openHost({
    run: async (served, _call, stages) => {
      setup.advance(100)
      const commit = served.engine.store.settled(0)
      setup.advance(300)
      await commit
      stages.executed()
      setup.advance(200)
      return Buffer.from('done')
    },
  })
  setup.advance = (milliseconds) => clock.advance(milliseconds)
  await ask('PutRow')
  expect(figures.slowRequests).toBe(1)
  expect(logged()).toMatchObject([
    {
      requestId: 'request-1',
      instance: 'inst',
      operation: 'PutRow',
      code: 'OK',
      stages: { authentication: 1, queue: 0, engine: 100, fsync: 300, encode: 200, total: 601 },
      msg: 'slow request',
    },
  ])
})

test('the pages', async () => {
  const { host } = await openHost()
  const page = (name: 'ready' | 'metrics'): Promise<string> =>
    new Promise((resolve) => {
      host.page(name, { reply: (status, body) => resolve(`${status} ${body.toString()}`) })
    })
  expect(await page('metrics')).toBe('200 the page')
  expect(await page('ready')).toBe('200 ready\n')
  host.drain()
  expect(await page('ready')).toBe('503 shutting down\n')
  const low = await openHost({ isLow: true })
  low.host.page('ready', {
    reply: (status, body) => {
      expect(`${status} ${body.toString()}`).toMatch(/^503 low on disk space/)
    },
  })
})

test('refusals of the doors are counted and, if the server is at fault, logged', async () => {
  const { host, figures, logged } = await openHost()
  const refusal = { requestId: 'r', operation: 'GetRow', tolerated: false, message: 'why' }
  host.refused({ ...refusal, code: 'OTSAuthFailed' })
  host.refused({ ...refusal, code: 'OTSInternalServerError' })
  host.refused({ ...refusal, code: 'OTSAuthFailed', tolerated: true })
  expect(figures.of('GetRow').answers).toEqual(
    new Map([
      ['OTSAuthFailed', 1],
      ['OTSInternalServerError', 1],
    ]),
  )
  expect(figures.uncaughtErrors).toBe(1)
  expect(figures.toleratedRequests).toBe(1)
  expect(logged()).toMatchObject([{ level: 20 }, { level: 50 }, { level: 40 }])
})

test('the log redacts secrets', () => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  createLogger('info', stream).info({ secret: 's3', key: { secret: 's3', stsToken: 't4' } }, 'x')
  expect(lines.join('')).not.toMatch(/s3|t4/)
})
