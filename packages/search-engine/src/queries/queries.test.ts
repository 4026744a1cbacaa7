import type { Query as AskedQuery } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countBits, createBitSet, hasBit } from '../bits/bit-set.js'
import type { Document } from '../documents/document.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { matchesNaively } from '../testing/naive-query.js'
import { compileQuery, rowScope } from './compile.js'
import { NO_MORE, type Scorer } from './doc-set.js'
import type { SearchContext, Weight } from './query.js'
import { sampleAnalyzers, sampleLayout } from './testing/sample-index.js'
import { sampleQuery } from './testing/sample-queries.js'
import { sampleRow } from './testing/sample-rows.js'
import { sampleView } from './testing/sample-segment.js'
import { ScoreCounts } from './text/score-counts.js'

const index = { layout: sampleLayout, analyzerOf: sampleAnalyzers }
const scope = rowScope(sampleLayout, sampleAnalyzers)

const contextOf = (views: readonly SegmentView[], scores: boolean): SearchContext => ({
  views,
  scores,
  counts: new ScoreCounts(),
  now: 0,
  checkTime: () => undefined,
})

/** All hits with their scores, by `next` alone. */
function walked(scorer: Scorer | undefined): Map<number, number> {
  const hits = new Map<number, number>()
  if (scorer === undefined) return hits
  for (let at = scorer.next(); at !== NO_MORE; at = scorer.next()) hits.set(at, scorer.score())
  return hits
}

/** The same by `advance` over random distances, which skips the documents in between. */
function jumped(scorer: Scorer | undefined, jumps: readonly number[], documents: number) {
  const hits = new Map<number, number>()
  const passed: [number, number][] = []
  let turn = 0
  while (scorer !== undefined && scorer.document !== NO_MORE) {
    const jump = jumps[turn++ % jumps.length] ?? 0
    const target = scorer.document + 1 + jump
    if (target > documents) break
    passed.push([scorer.document + 1, target])
    const at = jump === 0 ? scorer.next() : scorer.advance(target)
    if (at !== NO_MORE) hits.set(at, scorer.score())
  }
  return { hits, passed }
}

interface Case {
  readonly documents: readonly Document[]
  readonly asked: AskedQuery
  readonly dead: readonly number[]
  readonly scores: boolean
  readonly jumps: readonly number[]
}

function checkWeight(weight: Weight, view: SegmentView, expected: readonly number[]): void {
  const { rows } = view.segment
  const count = weight.count(view, rows)
  if (typeof count === 'object') {
    expect(expected.every((at) => hasBit(count, at))).toBe(true)
    expect(countBits(count)).toBe(expected.length)
  } else if (count !== undefined) expect(count).toBe(expected.length)
  if (weight.addTo !== undefined) {
    const bits = createBitSet(rows.documents)
    weight.addTo(view, rows, bits.words)
    const set = Array.from({ length: rows.documents }, (_, at) => at)
    expect(set.filter((at) => hasBit(bits, at))).toEqual(expected)
  }
  const tester = weight.scorer(view, rows)?.tester
  if (tester === undefined) return
  const tested = Array.from({ length: rows.documents }, (_, at) => at).toReversed()
  expect(tested.filter((at) => tester.test(at)).toReversed()).toEqual(expected)
}

function checkCase({ documents, asked, dead, scores, jumps }: Case): void {
  const cut = Math.floor(documents.length / 3)
  const parts = [documents.slice(0, cut), documents.slice(cut)]
  const views = parts.map((part, id) =>
    sampleView(sampleLayout, id, part, (at) => dead.includes(at + id * cut)),
  )
  const weight = compileQuery(asked, scope).weight(contextOf(views, scores))
  for (const [number, view] of views.entries()) {
    const rows = parts[number] ?? []
    const expected = [...rows.keys()].filter((at) => {
      const row = rows[at]
      return row !== undefined && matchesNaively(asked, row.level, index)
    })
    const hits = walked(weight.scorer(view, view.segment.rows))
    expect([...hits.keys()]).toEqual(expected)
    checkWeight(weight, view, expected)
    const { hits: some, passed } = jumped(
      weight.scorer(view, view.segment.rows),
      jumps,
      rows.length,
    )
    for (const [from, to] of passed) for (let at = from; at < to; at += 1) hits.delete(at)
    if (scores) for (const [at, score] of some) expect(score).toBeCloseTo(hits.get(at) ?? -1, 10)
    else for (const at of some.keys()) expect(expected).toContain(at)
  }
}

describe('queries', () => {
  test.each([
    { runs: 600, most: 40 },
    { runs: 60, most: 400 },
  ])('match the right rows, of up to $most', ({ runs, most }) => {
    fc.assert(
      fc.property(
        fc.record({
          documents: fc.array(sampleRow, { maxLength: most, size: 'max' }),
          asked: sampleQuery,
          dead: fc.array(fc.nat(most), { maxLength: 3 }),
          scores: fc.boolean(),
          jumps: fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }),
        }),
        checkCase,
      ),
      { numRuns: runs },
    )
  })
})
