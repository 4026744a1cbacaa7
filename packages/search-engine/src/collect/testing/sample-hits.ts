import type { FieldSort, Sorter } from '@rowhouse/protocol'
import type { Document } from '../../documents/document.js'
import { NO_MORE, type Scorer } from '../../queries/doc-set.js'
import type { SearchContext, Weight } from '../../queries/query.js'
import { sampleLayout } from '../../queries/testing/sample-index.js'
import { sampleView } from '../../queries/testing/sample-segment.js'
import { ScoreCounts } from '../../queries/text/score-counts.js'
import type { SegmentView } from '../../segments/segment-reader.js'

export const DOCUMENTS = 3_000
const field = sampleLayout.fields.get('l')?.number ?? 0

/** Unsorted values with repetitions. */
export const valueOf = (document: number): bigint => BigInt((document * 7919) % 500)
export const isHit = (document: number): boolean => document % 2 === 0

export function viewOf(isDead: (document: number) => boolean): SegmentView {
  const documents = Array.from({ length: DOCUMENTS }, (_, document): Document => {
    const values: bigint[][] = Array.from({ length: field + 1 }, () => [])
    values[field] = [valueOf(document)]
    return {
      key: Buffer.alloc(0),
      level: { values, children: [[]] },
      expiresAt: undefined,
    }
  })
  return sampleView(sampleLayout, 1, documents, isDead)
}

/** Every second document, with a count of the documents that were read. */
export function countedWeight(): { readonly weight: Weight; looks(): number } {
  let looks = 0
  const test = (document: number): boolean => {
    looks += 1
    return isHit(document)
  }
  const scorer = (): Scorer => ({
    cost: DOCUMENTS / 2,
    document: -1,
    tester: { cost: 1, test },
    next() {
      return this.advance(this.document + 1)
    },
    advance(target) {
      let at = target
      while (at < DOCUMENTS && !test(at)) at += 1
      return Object.assign(this, { document: at < DOCUMENTS ? at : NO_MORE }).document
    },
    score: () => 1,
  })
  return { weight: { scorer, count: () => DOCUMENTS / 2 }, looks: () => looks }
}

/** Hits that can only be walked: they have no test and no count. */
export function walkedWeight(): Weight {
  const { weight } = countedWeight()
  return {
    ...weight,
    count: () => undefined,
    scorer: (view, level) => {
      const scorer = weight.scorer(view, level)
      return scorer && { ...scorer, tester: undefined }
    },
  }
}

export const byField = (order: 'ASC' | 'DESC'): FieldSort => ({
  kind: 'field',
  fieldName: 'l',
  order,
  mode: undefined,
  nestedFilter: undefined,
  missingValue: undefined,
  missingFields: [],
})
export const byKey = (order: 'ASC' | 'DESC'): Sorter => ({ kind: 'primaryKey', order })

export const contextOf = (view: SegmentView): SearchContext => ({
  views: [view],
  scores: false,
  counts: new ScoreCounts(),
  now: 0,
  checkTime: () => undefined,
})
