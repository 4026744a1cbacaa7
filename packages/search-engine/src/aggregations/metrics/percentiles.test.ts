import type { Aggregation } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { compileQuery, rowScope } from '../../queries/compile.js'
import { sampleAnalyzers, sampleLayout } from '../../queries/testing/sample-index.js'
import { sampleView } from '../../queries/testing/sample-segment.js'
import { runSearch } from '../../search/run-search.js'
import { asked, everything } from '../../testing/search-engine-calls.js'

const FIRST = 2n ** 60n

/** Rows whose integers follow each other from `first` on; every so many-th is deleted. */
function rows(number: number, first: number, count: number, deletedEvery: number) {
  const documents = Array.from({ length: count }, (_, at) => ({
    key: Buffer.alloc(0),
    level: {
      values: sampleLayout.rows.fields.map(({ name }) => {
        if (name === 'l') return [FIRST + BigInt(first + at)]
        return name === 'd' ? [(first + at) / 2] : undefined
      }),
      children: [[]],
    },
    expiresAt: undefined,
  }))
  return sampleView(sampleLayout, number, documents, (at) => at % deletedEvery === 0)
}

const percentiles = (fieldName: string): Aggregation => ({
  kind: 'percentiles',
  name: fieldName,
  fieldName,
  percentiles: [0, 50, 100],
  missing: undefined,
})

function ask(views: readonly ReturnType<typeof rows>[]) {
  const search = { limit: 0, aggregations: [percentiles('l'), percentiles('d')] }
  const scope = rowScope(sampleLayout, sampleAnalyzers)
  const context = { views, now: 0, checkTime: () => undefined }
  const { aggregations } = runSearch(asked(everything, search), scope, compileQuery, context)
  return aggregations.map((found) =>
    found.kind === 'percentiles' ? found.items.map(({ value }) => value) : [],
  )
}

const MANY = 3 * searchEngineLimits.SEARCH_EXACT_PERCENTILE_VALUES

test('percentiles of all rows are exact, however many they are, without deleted ones', () => {
  // Of 0 to 49,999 each tenth is deleted in the first half, and each thousandth in the second.
  const found = ask([rows(1, 0, 25_000, 10), rows(2, 25_000, 25_000, 1_000)])
  expect(found).toEqual([
    [FIRST + 1n, FIRST + 26_239n, FIRST + 49_999n],
    [0.5, 26_239 / 2, 49_999 / 2],
  ])
})

test('percentiles of whole segments beside many rows of others are near', () => {
  // Of the second segment so many are deleted that its rows are read one by one.
  const [longs = [], doubles = []] = ask([rows(1, 0, MANY, MANY + 1), rows(2, 0, MANY, 2)])
  const near = (value: unknown, expected: number): void =>
    expect(Math.abs(Number(value) - expected)).toBeLessThan(MANY / 500)
  expect([longs[0], doubles[0], doubles[2]]).toEqual([FIRST, 0.5, (MANY - 1) / 2])
  near(BigInt(String(longs[1])) - FIRST, MANY / 2)
  near(doubles[1], MANY / 4)
})
