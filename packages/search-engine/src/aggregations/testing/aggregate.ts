import type { Aggregation, GroupBy } from '@rowhouse/protocol'
import type { FieldValue } from '../../documents/document.js'
import type { FoundRows } from '../../search-engine.js'
import { compileQuery, rowScope } from '../../queries/compile.js'
import { sampleAnalyzers, sampleLayout } from '../../queries/testing/sample-index.js'
import { sampleView } from '../../queries/testing/sample-segment.js'
import { runSearch } from '../../search/run-search.js'
import { asked, everything } from '../../testing/search-engine-calls.js'

const scope = rowScope(sampleLayout, sampleAnalyzers)

export type Cells = Readonly<Record<string, readonly FieldValue[]>>

/** Aggregations over all rows of some segments. */
export function aggregate(
  segments: readonly (readonly Cells[])[],
  aggregations: readonly Aggregation[],
  groupBys: readonly GroupBy[],
): FoundRows {
  const views = segments.map((rows, number) => {
    const documents = rows.map((cells) => ({
      key: Buffer.alloc(0),
      level: {
        values: sampleLayout.rows.fields.map(({ name }) => cells[name]),
        children: [[]],
      },
      expiresAt: undefined,
    }))
    return sampleView(sampleLayout, number, documents, () => false)
  })
  const changes = { limit: 0, trackTotalCount: -1, aggregations, groupBys }
  const given = asked(everything, changes)
  return runSearch(given, scope, compileQuery, { views, now: 0, checkTime: () => undefined })
}
