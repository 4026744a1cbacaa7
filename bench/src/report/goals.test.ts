import { expect, it } from 'vitest'
import { goalIsMet, goalsOf } from './goals.js'
import type { Measurement, Target } from './measurement.js'

function measurement(target: Target, workload: string, requests: number, rows: number) {
  const one: Measurement = {
    target,
    workload,
    title: workload,
    connections: 64,
    requestsPerSecond: requests,
    rowsPerSecond: requests * rows,
    p50Ms: 1,
    p99Ms: 2,
    maxMs: 3,
    errors: {},
    bodyBytes: { min: 1, max: 1 },
    rssMb: 100,
    cpuMicros: undefined,
    generatorCpu: 0.5,
  }
  return one
}

it('compares requests with the echo, rows with dynalite, and leaves out what was not run', () => {
  const goals = goalsOf(
    [
      measurement('echo', 'batch-write-row', 1_000, 200),
      measurement('rowhouse', 'batch-write-row', 500, 200),
      measurement('dynalite', 'batch-write-row', 500, 25),
      measurement('echo', 'put-row', 1_000, 1),
      measurement('rowhouse', 'put-row', 300, 1),
    ],
    [],
  )
  const found = new Map(goals.map((goal) => [goal.name, goal]))
  const batch = found.get("BatchWriteRow, rows/s of dynalite's")
  const put = found.get("PutRow, requests/s of the echo's")
  if (batch === undefined || put === undefined) throw new Error('a goal is missing')
  expect([batch.measured, goalIsMet(batch)]).toEqual([8, true])
  expect([put.measured, goalIsMet(put)]).toEqual([0.3, false])
  expect(found.has('GetRange x100, rows/s')).toBe(false)
})
