import { expect, test } from 'vitest'
import { anyQuestion } from '../sample/question.js'
import { type Found, compareText, tallyGroups, tallyList } from '../sample/tally.js'
import { type FactSource, drawTrials, tallyAll } from './check-answers.js'

const source: FactSource<number> = { seed: 1, rows: 100, fact: (n) => n * 3 }

const multiples = anyQuestion<{ by: number }, Found<number>, number>({
  name: 'multiples',
  persona: 'anybody',
  way: 'list',
  planted: { by: 10 },
  draw: (fact, draws) => ({ by: 1 + fact + draws.below(2) }),
  ask: async () => ({ total: 0, rows: [] }),
  weakened: () => [],
  tally: ({ by }) =>
    tallyList({
      passes: (fact) => fact % by === 0,
      compare: (a, b) => b - a,
      offset: 1,
      limit: 2,
      rowOf: (fact) => fact,
    }),
})

test('one pass counts all answers together, the planted one first', () => {
  const trials = drawTrials(source, [multiples], 3)
  tallyAll(source, trials)
  expect(trials.map(({ tally }) => tally.answer())[0]).toEqual({ total: 10, rows: [240, 210] })
  expect(trials).toHaveLength(4)
})

test('drawn parameters are the same in each run', () => {
  const drawn = (): unknown[] => drawTrials(source, [multiples], 5).map((trial) => trial.parameters)
  expect(drawn()).toEqual(drawn())
  expect(new Set(drawn().map((one) => JSON.stringify(one))).size).toBeGreaterThan(3)
})

test('groups have rows and sums by each of their keys', () => {
  const tally = tallyGroups<number, readonly (readonly [string, number, number])[]>(
    {
      passes: (fact) => fact > 0,
      keysOf: (fact) => [fact % 2 === 0 ? 'even' : 'odd', 'all'],
      valueOf: (fact) => fact,
    },
    (groups) =>
      [...groups]
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([key, { rows, sum }]) => [key, rows, sum] as const),
  )
  for (const fact of [-1, 1, 2, 4]) tally.add(fact)
  expect(tally.answer()).toEqual([
    ['all', 3, 7],
    ['even', 2, 6],
    ['odd', 1, 1],
  ])
})
