import { expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { LatencyHistogram } from '../metrics/latency-histogram.js'
import { RecentRequests, quantileOf } from './recent-requests.js'

test('requests are counted by instance and operation, and once more for all, until they are taken', () => {
  const recent = new RecentRequests()
  recent.count('a', 'GetRow', 'OK', 0.0004)
  recent.count('a', 'GetRow', 'OTSServerBusy', undefined)
  recent.count('b', 'GetRow', 'OK', 0.0004)
  expect(recent.take()).toMatchObject([
    { operation: 'GetRow', requests: 3, errors: 1 },
    { instance: 'a', operation: 'GetRow', requests: 2, errors: 1 },
    { instance: 'b', operation: 'GetRow', requests: 1, errors: 0 },
  ])
  expect(recent.take()).toEqual([])
})

test('with very many instances only all together are counted further', () => {
  const recent = new RecentRequests()
  const many = serverLimits.RECENT_SERIES_MAX + 10
  for (let at = 0; at < many; at++) recent.count(`i${at}`, 'GetRow', 'OK', 0.001)
  const [all, ...single] = recent.take()
  expect(all?.requests).toBe(many)
  expect(single).toHaveLength(serverLimits.HISTORY_SERIES_MAX)
})

test('a quantile lies within the bucket of the request that it means', () => {
  const latency = new LatencyHistogram()
  expect(quantileOf(latency, 0.5)).toBe(0)
  for (let request = 0; request < 98; request++) latency.observe(0.0008)
  latency.observe(0.3)
  latency.observe(0.3)
  const median = quantileOf(latency, 0.5)
  expect(median).toBeGreaterThan(0.5)
  expect(median).toBeLessThanOrEqual(1)
  const slowest = quantileOf(latency, 0.99)
  expect(slowest).toBeGreaterThan(250)
  expect(slowest).toBeLessThanOrEqual(500)
})

test('what is above all bounds counts as the largest bound', () => {
  const latency = new LatencyHistogram()
  latency.observe(60)
  expect(quantileOf(latency, 0.5)).toBe(10_000)
})
