import { expect, test } from 'vitest'
import { findProblems } from './find-problems.js'

const quiet = {
  tables: [{ table: 'orders', hotKeys: [], bigValues: [] }],
  watched: { tenants: [], slow: [] },
  steps: [],
}

const tenant = { instance: 'i', inFlight: 0, waiting: 0, busyRefusals: 0, limitRefusals: [] }

test('nothing is wrong where nothing is known to be', () => {
  expect(findProblems(quiet)).toEqual([])
  expect(findProblems({ ...quiet, watched: { tenants: [tenant], slow: [] } })).toEqual([])
})

test('hot and large values are told with their table', () => {
  const tables = [{ table: 'orders', hotKeys: ['"c1"'], bigValues: [{ value: '"c2"', bytes: 9 }] }]
  expect(findProblems({ ...quiet, tables })).toEqual([
    { kind: 'hotKey', table: 'orders', value: '"c1"' },
    { kind: 'bigValue', table: 'orders', value: '"c2"', bytes: 9 },
  ])
})

test('refusals of all limits are counted together, and errors over the hour', () => {
  const limited = {
    ...tenant,
    busyRefusals: 2,
    limitRefusals: [{ limit: 'concurrent', count: 3 }],
  }
  const operation = { operation: 'GetRow', requests: 9, errors: 4, p50: 1, p99: 1 }
  const step = { operations: [operation], indexes: [] }
  const watched = { tenants: [limited], slow: [] }
  expect(findProblems({ ...quiet, watched, steps: [step, step] })).toEqual([
    { kind: 'refused', count: 5 },
    { kind: 'failed', count: 8 },
  ])
})

test('an index is a problem once it is a minute behind', () => {
  const lag = { instance: 'i', table: 't', index: 'x', lagBytes: 1 }
  const stepOf = (lagMs: number) => ({ operations: [], indexes: [{ ...lag, lagMs }] })
  expect(findProblems({ ...quiet, steps: [stepOf(90_000), stepOf(59_000)] })).toEqual([])
  expect(findProblems({ ...quiet, steps: [stepOf(90_000)] })).toEqual([
    { kind: 'behind', index: 't / x', milliseconds: 90_000 },
  ])
})
