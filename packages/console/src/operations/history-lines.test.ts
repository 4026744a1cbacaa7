import { expect, test } from 'vitest'
import { errorLines, lagLines, latencyLines, requestLines, serverLine } from './history-lines.js'
import type { Step } from './use-watch.js'

const operation = (name: string, requests: number, errors = 0) => ({
  operation: name,
  requests,
  errors,
  p50: 1,
  p99: 2,
})

const step = (at: number, ...operations: Step['operations']): Step => ({
  at,
  seconds: 10,
  operations,
  indexes: [],
})

test('requests are rates, the busiest operation first', () => {
  const steps = [step(1, operation('GetRow', 5)), step(2, operation('PutRow', 50))]
  expect(requestLines(steps, 'others')).toEqual([
    { name: 'PutRow', values: [0, 5] },
    { name: 'GetRow', values: [0.5, 0] },
  ])
})

test('operations past the fifth are one line, and no request is lost', () => {
  const operations = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, at) =>
    operation(name, 70 - at * 10),
  )
  const lines = requestLines([step(1, ...operations)], 'others')
  expect(lines.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'others'])
  expect(lines.at(-1)?.values).toEqual([3])
})

test('only operations with refusals are lines of refusals', () => {
  const steps = [step(1, operation('GetRow', 100), operation('PutRow', 10, 5))]
  expect(errorLines(steps, 'others')).toEqual([{ name: 'PutRow', values: [0.5] }])
})

test('latencies are unknown where the operation was not called', () => {
  const steps = [step(1, operation('GetRow', 1)), step(2)]
  const names = { p50: 'half', p99: 'most' }
  expect(latencyLines(steps, 'GetRow', names)).toEqual([
    { name: 'most', values: [2, undefined] },
    { name: 'half', values: [1, undefined] },
  ])
  expect(latencyLines(steps, undefined, names)).toEqual([])
})

test('an index has a line from when it is there', () => {
  const lag = { instance: 'i', table: 't', index: 'x', lagBytes: 9, lagMs: 40 }
  expect(lagLines([step(1), { ...step(2), indexes: [lag] }])).toEqual([
    { name: 't / x', values: [undefined, 40] },
  ])
})

test('figures of the server are unknown to an instance', () => {
  expect(serverLine([step(1)], 'heap', ({ heapBytes }) => heapBytes).values).toEqual([undefined])
})
