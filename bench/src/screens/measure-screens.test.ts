import { expect, test } from 'vitest'
import { measureScreen } from './measure-screens.js'
import type { ScreenAsk } from './screen-ask.js'

const line = (asks: ScreenAsk['asks']): ScreenAsk => ({
  screen: 'search',
  request: 'all rows',
  way: 'list',
  asks,
})

const cpuSeconds = () => undefined

test('each is asked once before, and then as often as wanted', async () => {
  let asked = 0
  const ask = async () => (asked += 1)
  const figures = await measureScreen(line([ask, ask]), { times: 5, limitMs: 60_000, cpuSeconds })
  expect(figures).toMatchObject({ failures: 0, isCut: false, latency: { count: 6 } })
  expect(asked).toBe(8)
})

test('a request that fails, or cannot be made, is told and ends nothing', async () => {
  const refused = () => Promise.reject(new Error('not answered'))
  const measured = await measureScreen(line([refused]), { times: 3, limitMs: 60_000, cpuSeconds })
  expect(measured).toMatchObject({ failures: 3, failure: 'not answered' })
  const unmade = await measureScreen(line(refused), { times: 3, limitMs: 60_000, cpuSeconds })
  expect(unmade).toMatchObject({ failures: 1, failure: 'not answered', latency: { count: 0 } })
})

test('when its time is over nothing of it is begun, and it is told as cut', async () => {
  const ask = () => expect.unreachable('asked')
  const figures = await measureScreen(line([ask]), { times: 3, limitMs: 0, cpuSeconds })
  expect(figures).toMatchObject({ failures: 0, isCut: true, latency: { count: 0 } })
})

test('what the server took is told for one request, without those that warmed it up', async () => {
  let asked = 0
  const ask = async () => (asked += 1)
  const measuring = { times: 4, limitMs: 60_000, cpuSeconds: () => 3 + asked / 100 }
  const { processorMs } = await measureScreen(line([ask, ask]), measuring)
  expect(processorMs).toBeCloseTo(10)
})
