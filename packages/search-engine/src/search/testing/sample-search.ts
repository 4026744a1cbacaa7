import type { SearchQuery } from '@rowhouse/protocol'
import type { Document } from '../../documents/document.js'
import type { FoundRows } from '../../search-engine.js'
import { compileQuery, rowScope } from '../../queries/compile.js'
import { sampleAnalyzers, sampleLayout } from '../../queries/testing/sample-index.js'
import { sampleKey, sampleView } from '../../queries/testing/sample-segment.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { runSearch } from '../run-search.js'

export const sampleIndex = { layout: sampleLayout, analyzerOf: sampleAnalyzers }
export const sampleScope = rowScope(sampleLayout, sampleAnalyzers)

/** A row, the segment that holds it, and whether it was deleted there. */
export interface SampleRow {
  readonly number: number
  readonly document: Document
  readonly segment: number
  readonly isDead: boolean
}

export const SEGMENTS = 3

export const viewsOf = (rows: readonly SampleRow[]): SegmentView[] =>
  Array.from({ length: SEGMENTS }, (_, segment) => {
    const own = rows.filter((row) => row.segment === segment)
    const documents = own.map(({ document }) => document)
    const isDead = (at: number): boolean => own[at]?.isDead === true
    return sampleView(sampleLayout, segment, documents, isDead, (at) =>
      sampleKey(own[at]?.number ?? 0),
    )
  })

/** A search with these members and defaults for the others. */
export const searchOf = (changes: Partial<SearchQuery>): SearchQuery => ({
  offset: 0,
  limit: undefined,
  query: { kind: 'matchAll' },
  collapse: undefined,
  sort: undefined,
  trackTotalCount: -1,
  token: undefined,
  aggregations: [],
  groupBys: [],
  highlight: undefined,
  filter: undefined,
  ...changes,
})

export const runOver = (asked: SearchQuery, views: readonly SegmentView[]): FoundRows =>
  runSearch(asked, sampleScope, compileQuery, { views, now: 0, checkTime: () => undefined })

/** The numbers of rows, from the keys that `viewsOf` made. */
export const numbersOf = ({ rows }: FoundRows): number[] =>
  rows.map(({ key }) => key.readUInt32BE())
