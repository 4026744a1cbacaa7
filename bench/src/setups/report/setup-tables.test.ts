import { expect, test } from 'vitest'
import { LatencyHistogram } from '../../load/latency-histogram.js'
import type { QuestionFigures } from '../measure/ask-desk.js'
import { type NamedFigures, criteriaTable, questionTable } from './setup-tables.js'

function question(parts: Partial<QuestionFigures>): QuestionFigures {
  const histogram = new LatencyHistogram()
  if (parts.right !== 0) histogram.record(20)
  return {
    name: 'order-by-key',
    latency: histogram.summary(),
    cpuMs: parts.right === 0 ? undefined : 4.25,
    asked: 3,
    right: 3,
    needsScanOf: undefined,
    wrong: [],
    ...parts,
  }
}

const setup = (name: string, one: QuestionFigures): NamedFigures => ({
  name,
  steps: ['install it', 'start it'],
  load: { acknowledgedPerSecond: 1_234, settledPerSecond: 1_000 },
  questions: [one],
  processes: [
    { name: 'server', rssMb: 100 },
    { name: 'job', rssMb: 23.6 },
  ],
  diskMb: 7,
  drift: {
    of: 'the job',
    written: 10,
    missingWhileDown: 5,
    missingInTheEnd: 1,
    secondsToRecover: 2,
  },
  column: { seconds: 0.5, longestWriteMs: 3, steps: ['ALTER TABLE'] },
  growth: { what: 'a server', movedRows: 3_000, seconds: 4 },
})

test('a question has its times, and says what was wrong and what would need a scan', () => {
  const table = questionTable([
    setup('A', question({})),
    setup('B', question({ right: 2, wrong: [1] })),
    setup('C', question({ right: 1, needsScanOf: 'all history' })),
    setup('D', question({ right: 0, needsScanOf: 'all history' })),
  ])
  expect(table.split('\n')).toEqual([
    '| p50 / p95 (processor), ms | A | B | C | D |',
    '|---|---|---|---|---|',
    '| order-by-key | 20 / 20 (4.3) | 20 / 20 (4.3), **1 wrong** | ' +
      '20 / 20 (4.3); **2 of 3 need a scan of all history** | **a scan of all history** |',
  ])
})

test('the criteria come from the figures', () => {
  const table = criteriaTable([setup('A', question({ right: 2, needsScanOf: 'all history' }))])
  for (const row of [
    '| steps of set-up | 2 |',
    '| processes | 2: server 100, job 24 |',
    '| resident memory, MB | 124 |',
    '| in every copy, orders/s | 1,000 |',
    '| answers as the generator has them | 2 of 3 |',
    '| history searchable | **no: 1 of 1 questions need a scan of it** |',
    '| growth in rows | a server: 3,000 rows in 4.0 s |',
    '| growth in columns | ALTER TABLE: 0.500 s, a write waited 3.0 ms at most |',
    '| orders that the copy lacked meanwhile | 5 of 10 |',
    '| and in the end | 1 of 10 |',
  ]) {
    expect(table).toContain(row)
  }
})
