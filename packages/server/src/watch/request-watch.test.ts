import { manualClock } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { Call } from '../door/messages.js'
import { serverLimits } from '../limits.js'
import { Stages } from '../stages.js'
import { RequestWatch } from './request-watch.js'

const callOf = (instance: string, requestId = 'r'): Call => ({
  requestId,
  instance,
  keyId: '',
  operation: 'GetRow',
  body: Buffer.alloc(0),
  authentication: 0,
  sentAt: 0,
  waitsForIndex: false,
})

test('a request runs with its stage from its beginning to its end', () => {
  const clock = manualClock()
  const watch = new RequestWatch(clock)
  const stages = new Stages(clock)
  stages.request = { tableName: 'orders' }
  const place = watch.begins({ ...callOf('a'), sentAt: clock.monotonic() }, stages)
  clock.advance(20)
  stages.commitStarts()
  const [running] = watch.running('a').requests
  expect(running).toMatchObject({ table: 'orders', stage: 'fsync', milliseconds: 20 })
  stages.commitEnds()
  stages.executed()
  expect(watch.running(undefined).requests[0]?.stage).toBe('encode')
  expect(watch.running('b').count).toBe(0)
  watch.ends(place)
  expect(watch.running(undefined)).toEqual({ count: 0, requests: [] })
})

test('all running requests are counted, and the oldest are shown', () => {
  const clock = manualClock()
  const watch = new RequestWatch(clock)
  const many = serverLimits.RUNNING_REQUESTS_SHOWN + 5
  for (let at = 0; at < many; at++) watch.begins(callOf('a', `r${at}`), new Stages(clock))
  const { count, requests } = watch.running('a')
  expect(count).toBe(many)
  expect(requests).toHaveLength(serverLimits.RUNNING_REQUESTS_SHOWN)
  expect(requests[0]?.requestId).toBe('r0')
})

test('the last slow requests are kept, and each instance sees its own', () => {
  const clock = manualClock()
  const watch = new RequestWatch(clock)
  const stages = new Stages(clock)
  const times = stages.times(0, 0, 0)
  const many = serverLimits.SLOW_REQUESTS_KEPT + 3
  for (let at = 0; at < many; at++) {
    watch.slow(callOf(at % 2 === 0 ? 'a' : 'b', `r${at}`), stages, 'OK', times)
  }
  const all = watch.slowOnes(undefined)
  expect(all).toHaveLength(serverLimits.SLOW_REQUESTS_KEPT)
  expect(all[0]?.requestId).toBe(`r${many - 1}`)
  expect(new Set(watch.slowOnes('a').map(({ instance }) => instance))).toEqual(new Set(['a']))
})

test('changes of tables are kept, and writes of rows are not', () => {
  const clock = manualClock()
  const watch = new RequestWatch(clock)
  const stages = new Stages(clock)
  for (const operation of ['CreateTable', 'PutRow']) {
    watch.succeeded({ ...callOf('a'), operation }, stages)
  }
  expect(watch.changes('a').map(({ operation }) => operation)).toEqual(['CreateTable'])
  expect(watch.changes('b')).toEqual([])
})
