import { expectDefined } from '@rowhouse/platform'
import { testSeed } from '@rowhouse/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  type CardOrder,
  type Counting,
  cardOrders,
  reversedOrders,
  sampleOf,
} from '../testing/card-orders.js'
import { type Advice, type JudgedCandidate, advise } from './advise.js'
import { reasonText } from './reason.js'
import type { Transform } from './candidate.js'

const seed = testSeed()
const ROWS = 20_000

const candidateOf = (advice: Advice, transform: Transform, ...columns: string[]): JudgedCandidate =>
  expectDefined(
    advice.candidates.find(
      (candidate) =>
        candidate.transform === transform &&
        candidate.columns.length === columns.length &&
        columns.every((column) => candidate.columns.includes(column)),
    ),
    `a candidate of ${columns.join()}`,
  )

const verdictOf = (advice: Advice, transform: Transform, ...columns: string[]) =>
  candidateOf(advice, transform, ...columns).verdict

describe.each<Counting>(['within a run', 'together', 'from one'])(
  `the manual's verdicts, devices counting %s (seed ${seed})`,
  (counting) => {
    const advice = advise(sampleOf(cardOrders(seed, counting), ROWS))

    test('cards and devices are good, sellers and order numbers bad', () => {
      expect(verdictOf(advice, 'none', 'CardID')).toBe('good')
      expect(verdictOf(advice, 'none', 'DeviceID')).toBe('good')
      expect(verdictOf(advice, 'none', 'SellerID')).toBe('bad')
      expect(verdictOf(advice, 'none', 'OrderNumber')).toBe('bad')
    })

    test('a hash helps order numbers, and not sellers', () => {
      expect(verdictOf(advice, 'hash', 'OrderNumber')).not.toBe('bad')
      expect(verdictOf(advice, 'hash', 'SellerID')).toBe('bad')
    })

    test('a seller in a splice after a device adds nothing', () => {
      const { verdict, reasons } = candidateOf(advice, 'splice', 'DeviceID', 'SellerID')
      expect(verdict).toBe('bad')
      expect(reasons.map(reasonText)[0]).toContain(
        'SellerID adds no division: it parts 0.0 % of the rows with the same DeviceID',
      )
    })

    test('best first', () => {
      const order = ['good', 'fair', 'bad']
      const places = advice.candidates.map(({ verdict }) => order.indexOf(verdict))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(advice.candidates[0]).toMatchObject({ verdict: 'good', transform: 'none' })
    })
  },
)

test(`names and order of the columns do not matter (seed ${seed})`, () => {
  const renamed = [
    ['a', 'order'],
    ['OrderNumber', 'device'],
    ['CardID', 'seller'],
    ['x', 'card'],
  ] as const
  const orders = (): Iterable<CardOrder> => cardOrders(seed, 'within a run')
  const usual = advise(sampleOf(orders(), ROWS))
  const other = advise(sampleOf(orders(), ROWS, renamed))
  const of = { a: 'OrderNumber', OrderNumber: 'DeviceID', CardID: 'SellerID', x: 'CardID' }
  for (const [name, original] of Object.entries(of)) {
    for (const transform of ['none', 'hash'] as const) {
      expect(verdictOf(other, transform, name)).toBe(verdictOf(usual, transform, original))
      const { usedThroughput } = candidateOf(other, transform, name).figures
      expect(usedThroughput).toBe(candidateOf(usual, transform, original).figures.usedThroughput)
    }
  }
  expect(verdictOf(other, 'splice', 'OrderNumber', 'CardID')).toBe('bad')
})

test(`one card with 40 % and many even sellers reverse the verdicts (seed ${seed})`, () => {
  const advice = advise(sampleOf(reversedOrders(seed), ROWS))
  const card = candidateOf(advice, 'none', 'CardID')
  expect(card.verdict).toBe('bad')
  expect(card.reasons.map(reasonText)[0]).toMatch(/^one value has (39|40|41) % of the rows/)
  expect(verdictOf(advice, 'none', 'SellerID')).toBe('good')
  expect(verdictOf(advice, 'hash', 'CardID')).toBe('bad')
  // Now the seller divides the rows of the one card.
  expect(verdictOf(advice, 'splice', 'CardID', 'SellerID')).toBe('good')
})

test('the size of a value is estimated only when the rate of writes is known', () => {
  const sample = sampleOf(cardOrders(seed, 'within a run'), ROWS)
  const workload = { rowsPerDay: 1_337_000, rowBytes: 300, horizonDays: 365 }
  const known = advise(sample, workload)
  const { largestBytesAtHorizon, expectedLargestShare } = candidateOf(
    known,
    'none',
    'SellerID',
  ).figures
  expect(largestBytesAtHorizon).toBe(Math.round(expectedLargestShare * 1_337_000 * 300 * 365))
  expect(candidateOf(known, 'none', 'SellerID').reasons.map(reasonText).join()).toContain(
    'GB after 365 days',
  )
  // A card with three rows in the sample by chance is not expected to have that share of all rows.
  expect(candidateOf(known, 'none', 'CardID').figures.largestBytesAtHorizon).toBeLessThan(1e7)
  expect(candidateOf(known, 'none', 'OrderNumber').figures.largestBytesAtHorizon).toBeNull()
  const unknown = advise(sample)
  expect(candidateOf(unknown, 'none', 'SellerID').figures.largestBytesAtHorizon).toBeNull()
})

test('the order of rows that are sorted by a key is ignored when it is not known', () => {
  const sample = sampleOf(cardOrders(seed, 'within a run'), ROWS)
  const rows = sample.rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const exported = { ...sample, rows }
  expect(verdictOf(advise(exported), 'none', 'CardID')).toBe('bad')
  const advice = advise(exported, { order: 'unknown' })
  expect(verdictOf(advice, 'none', 'CardID')).toBe('good')
  expect(verdictOf(advice, 'none', 'SellerID')).toBe('bad')
})

test('a rate that is too high for one partition is reported', () => {
  const sample = sampleOf(cardOrders(seed, 'within a run'), ROWS)
  const advice = advise(sample, { rowsPerSecond: 9_000_000 })
  expect(candidateOf(advice, 'none', 'DeviceID').reasons[0]).toMatchObject({
    code: 'tooHot',
    served: 10_000,
  })
})

test('a given splice is judged', () => {
  const sample = sampleOf(cardOrders(seed, 'within a run'), ROWS)
  const advice = advise(sample, { splices: [['DeviceID', 'SellerID', 'CardID']] })
  const { figures, reasons } = candidateOf(advice, 'splice', 'DeviceID', 'SellerID', 'CardID')
  expect(figures.dividedShare).toBe(0)
  expect(reasons[0]).toMatchObject({ code: 'noDivision', column: 'SellerID' })
  expect(() => advise(sample, { splices: [['DeviceID', 'x']] })).toThrow('there is no column x')
})

test('rows without a value make a column bad, and a sample needs rows', () => {
  const rows = [
    ['1', 'a'],
    ['2', ''],
  ]
  const sample = { columns: ['n', 'c'], rows, rowCount: 2, rowBytes: 2 }
  const advice = advise(sample)
  expect(candidateOf(advice, 'none', 'c').reasons.map(reasonText)).toContain(
    '50 % of the rows have no value; a key column needs one',
  )
  expect(() => advise({ ...sample, rows: [] })).toThrow('no rows to judge by')
})
