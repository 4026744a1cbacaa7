import { MemoryBudget, createTable } from '@rowhouse/engine'
import { createTableRequest, openMemoryEngine } from '@rowhouse/engine/testing'
import { expect, test } from 'vitest'
import { noDisk } from '../disk-monitor.js'
import { serverLimits } from '../limits.js'
import { noSearch } from '../testing/no-search.js'
import { MetricsHistory } from './metrics-history.js'
import { RequestWatch } from './request-watch.js'

const open = async () => {
  const { engine, clock } = await openMemoryEngine()
  const requests = new RequestWatch(clock)
  const memory = new MemoryBudget(2 ** 20)
  const disk = { ...noDisk, freeBytes: () => 12_345 }
  const history = new MetricsHistory({ clock, engine, search: noSearch, requests, memory, disk })
  return { engine, clock, requests, history }
}

test('a step has the requests since the last one, and how things stand', async () => {
  const { engine, clock, requests, history } = await open()
  requests.recent.count('inst', 'GetRow', 'OK', 0.001)
  clock.advance(10_000)
  await history.look()
  requests.recent.count('inst', 'PutRow', 'OK', 0.001)
  clock.advance(5_000)
  await history.look()
  const steps = history.steps(0, undefined)
  expect(steps.map(({ seconds }) => seconds)).toEqual([10, 5])
  expect(steps[1]?.operations?.map(({ operation }) => operation)).toEqual(['PutRow'])
  expect(steps[1]?.server?.diskFreeBytes).toBe(12_345)
  expect(history.steps(steps[0]?.at ?? 0, undefined)).toHaveLength(1)
  await engine.close()
})

test('an instance sees its own requests, and nothing of the server', async () => {
  const { engine, requests, history } = await open()
  await createTable(engine, 'mine', createTableRequest('orders'))
  requests.recent.count('mine', 'GetRow', 'OK', 0.001)
  requests.recent.count('other', 'GetRow', 'OK', 0.001)
  await history.look()
  const [step] = history.steps(0, 'mine')
  expect(step?.operations).toMatchObject([{ instance: 'mine', requests: 1 }])
  expect(step?.server).toBeUndefined()
  await engine.close()
})

test('the history is an hour long', async () => {
  const { engine, clock, history } = await open()
  for (let step = 0; step < serverLimits.HISTORY_STEPS_MAX + 5; step++) {
    clock.advance(serverLimits.HISTORY_STEP_MS)
    await history.look()
  }
  expect(history.steps(0, undefined)).toHaveLength(serverLimits.HISTORY_STEPS_MAX)
  await engine.close()
})
