import { expect, test } from 'vitest'
import { loadLines } from './report-lines.js'

test('a load that goes on tells the rate of what it writes itself', () => {
  const lines: string[] = []
  let now = 0
  const onReport = loadLines(
    (line) => lines.push(line),
    () => now,
  )
  const report = (done: number): void =>
    onReport({ step: 'import', name: 'order_contract', done, of: 10_000 })
  report(5_000)
  now = 500
  report(5_500)
  now = 1_000
  report(6_000)
  now = 1_200
  report(10_000)
  expect(lines).toEqual([
    'import order_contract: 5,000 of 10,000 rows (50 %), 0 rows/s, unknown left',
    'import order_contract: 6,000 of 10,000 rows (60 %), 1,000 rows/s, 4 s left',
    'import order_contract: 10,000 of 10,000 rows (100 %), 4,167 rows/s, 0 s left',
  ])
})

test('tables and indexes are no rows', () => {
  const lines: string[] = []
  const onReport = loadLines(
    (line) => lines.push(line),
    () => 0,
  )
  onReport({ step: 'tables', name: 'consumer', done: 1, of: 5 })
  onReport({ step: 'indexes', name: 'order_contract_index', done: 1, of: 1 })
  expect(lines).toEqual(['tables consumer: 1 of 5', 'indexes order_contract_index: 1 of 1'])
})
