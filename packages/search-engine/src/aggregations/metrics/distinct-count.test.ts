import type { Aggregation } from '@rowhouse/protocol'
import { expectDefined } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { compileQuery, rowScope } from '../../queries/compile.js'
import { sampleAnalyzers, sampleLayout } from '../../queries/testing/sample-index.js'
import { sampleView } from '../../queries/testing/sample-segment.js'
import { runSearch } from '../../search/run-search.js'
import { derivedInMemory } from '../../segments/testing/derived-in-memory.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { asked, everything } from '../../testing/search-engine-calls.js'

const FIELDS = ['k', 'l', 'd']
const ROWS = 200

/** Each value stands in two rows that follow each other. */
function viewOf(number: number, deletedUpTo: number) {
  const documents = Array.from({ length: ROWS }, (_, row) => {
    const value = (number * ROWS + row) >> 1
    const values = { k: Buffer.from(`value ${value}`), l: BigInt(value), d: value / 4 }
    return {
      key: Buffer.alloc(0),
      level: {
        values: sampleLayout.rows.fields.map(({ name }) => {
          const one = name === 'k' || name === 'l' || name === 'd' ? values[name] : undefined
          return one === undefined ? undefined : [one]
        }),
        children: [[]],
      },
      expiresAt: undefined,
    }
  })
  const view = sampleView(sampleLayout, number, documents, (row) => row < deletedUpTo)
  const derived = derivedInMemory()
  return { view: { ...view, segment: { ...view.segment, derived } }, derived }
}

const distinct = (fieldName: string): Aggregation => ({
  kind: 'distinctCount',
  name: fieldName,
  fieldName,
  missing: undefined,
})

function ask(views: readonly SegmentView[]): unknown[] {
  const search = { limit: 0, aggregations: FIELDS.map(distinct) }
  const scope = rowScope(sampleLayout, sampleAnalyzers)
  const context = { views, now: 0, checkTime: () => undefined }
  const { aggregations } = runSearch(asked(everything, search), scope, compileQuery, context)
  return aggregations.map((found) => (found.kind === 'distinctCount' ? found.value : undefined))
}

test('what is distinct in a segment without deleted rows is found out once', () => {
  const segments = [viewOf(0, 0), viewOf(1, 0), viewOf(2, 3)]
  const views = segments.map(({ view }) => view)
  // Of the first value of the third segment no row is left, of the second one.
  const expected = FIELDS.map(() => 3 * (ROWS / 2) - 1)
  expect([ask(views), ask(views)]).toEqual([expected, expected])
  const made = segments.map(({ derived }) => derived.made())
  expect(made).toEqual([FIELDS.length, FIELDS.length, 0])
  const [first] = segments
  expect(expectDefined(first, 'there is a segment').derived.find('distinct\0k')).toBeDefined()
})
