import {
  type FunctionsScoreQuery,
  integerVariant,
  type Query,
  type ScoreFunction,
  stringVariant,
} from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { createRowReader } from '../schema/document-of-row.js'
import { bm25, bm25Weight, inverseFrequency } from '../scoring/bm25.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { compileQuery, rowScope } from './compile.js'
import { NO_MORE } from './doc-set.js'
import { childFinder, nestedScope } from './nested.js'
import type { SearchContext } from './query.js'
import { sampleAnalyzers, sampleLayout } from './testing/sample-index.js'
import { sampleView } from './testing/sample-segment.js'
import { ScoreCounts } from './text/score-counts.js'

const scope = rowScope(sampleLayout, sampleAnalyzers)
const readRow = createRowReader(sampleLayout)

type Cells = Readonly<Record<string, bigint | string | object>>

function viewsOf(...segments: readonly (readonly Cells[])[]): SegmentView[] {
  return segments.map((rows, id) => {
    const documents = rows.map((cells) => {
      const columns = Object.entries(cells).map(([name, value]) => ({
        name,
        value: variantOf(value),
      }))
      const row = { key: Buffer.alloc(0), columns, expiresAt: undefined }
      return readRow(row, (field) => expect.unreachable(field))
    })
    return sampleView(sampleLayout, id, documents, () => false)
  })
}

function variantOf(value: bigint | string | object): Buffer {
  if (typeof value === 'bigint') return integerVariant(value)
  return stringVariant(typeof value === 'string' ? value : JSON.stringify(value))
}

const contextOf = (views: readonly SegmentView[]): SearchContext => ({
  views,
  scores: true,
  counts: new ScoreCounts(),
  now: 0,
  checkTime: () => undefined,
})

/** Scores by segment and document. */
function scoresOf(query: Query, views: readonly SegmentView[]): Record<string, number> {
  const weight = compileQuery(query, scope).weight(contextOf(views))
  const scores: Record<string, number> = {}
  for (const view of views) {
    const scorer = weight.scorer(view, view.segment.rows)
    if (scorer === undefined) continue
    for (let at = scorer.next(); at !== NO_MORE; at = scorer.next()) {
      scores[`${view.segment.id}/${at}`] = Number(scorer.score().toFixed(6))
    }
  }
  return scores
}

const rounded = (score: number): number => Number(score.toFixed(6))

const match = (fieldName: string, text: string, weight = 1): Query => ({
  kind: 'match',
  fieldName,
  text,
  operator: 'OR',
  minimumShouldMatch: undefined,
  weight,
})
const term = (fieldName: string, value: bigint | string, weight = 1): Query => ({
  kind: 'term',
  fieldName,
  term: value,
  weight,
})
const all: Query = { kind: 'matchAll' }

describe('scores of terms', () => {
  const views = viewsOf([{ t: 'tea tea shop' }, { t: 'coffee' }, { k: 'x' }], [{ t: 'green tea' }])

  test('use the statistics of all segments', () => {
    const weight = bm25Weight(3, 2, 1)
    expect(scoresOf(match('t', 'tea'), views)).toEqual({
      '0/0': rounded(bm25(weight, 2, 3, 2)),
      '1/0': rounded(bm25(weight, 1, 2, 2)),
    })
  })

  test('are summed, and multiplied with the weight', () => {
    const tea = bm25Weight(3, 2, 3)
    const shop = bm25Weight(3, 1, 3)
    expect(scoresOf(match('t', 'tea shop', 3), views)['0/0']).toBe(
      rounded(bm25(tea, 2, 3, 2) + bm25(shop, 1, 3, 2)),
    )
  })

  test('of keywords depend on their rarity; those of numbers are 1', () => {
    const two = viewsOf([{ k: 'a', l: 1n }, { k: 'b' }, { k: 'b' }])
    expect(scoresOf(term('k', 'a', 2), two)).toEqual({ '0/0': rounded(2 * inverseFrequency(3, 1)) })
    expect(scoresOf(term('l', 1n, 2), two)).toEqual({ '0/0': 2 })
    expect(scoresOf({ kind: 'exists', fieldName: 'k' }, two)).toEqual({
      '0/0': 1,
      '0/1': 1,
      '0/2': 1,
    })
  })

  test('of phrases add up their words, and decrease with the distance', () => {
    const phrase = (slop: number): Query => ({
      kind: 'matchPhrase',
      fieldName: 't',
      text: 'a b',
      weight: 1,
      slop,
    })
    const few = viewsOf([{ t: 'a b' }, { t: 'a x b' }, { t: 'b a' }])
    const weight = 2 * bm25Weight(3, 3, 1)
    const average = 7 / 3
    expect(scoresOf(phrase(0), few)).toEqual({ '0/0': rounded(bm25(weight, 1, 2, average)) })
    expect(scoresOf(phrase(1), few)['0/1']).toBe(rounded(bm25(weight, 1 / 2, 3, average)))
    expect(scoresOf(phrase(2), few)['0/2']).toBe(rounded(bm25(weight, 1 / 3, 2, average)))
  })

  test('of a bool: must and should count, filter and mustNot do not', () => {
    const one = viewsOf([{ l: 1n, k: 'a' }, { l: 2n }])
    const bool = (clauses: object): Query => ({
      kind: 'bool',
      must: [],
      filter: [],
      mustNot: [],
      should: [],
      minimumShouldMatch: undefined,
      weight: 2,
      ...clauses,
    })
    const both = { must: [all], should: [term('l', 1n, 3)], filter: [all] }
    expect(scoresOf(bool(both), one)).toEqual({ '0/0': 8, '0/1': 2 })
    expect(scoresOf(bool({ filter: [all] }), one)).toEqual({ '0/0': 0, '0/1': 0 })
    expect(scoresOf({ kind: 'constScore', filter: bool(both) }, one)).toEqual({
      '0/0': 1,
      '0/1': 1,
    })
    const disMax: Query = {
      kind: 'disMax',
      queries: [all, term('l', 1n, 3)],
      tieBreaker: 0.5,
      weight: 2,
    }
    expect(scoresOf(disMax, one)).toEqual({ '0/0': 7, '0/1': 2 })
  })
})

describe('scores of functions', () => {
  const functions = (
    changes: Partial<FunctionsScoreQuery>,
    ...list: readonly Partial<ScoreFunction>[]
  ): Query => ({
    kind: 'functionsScore',
    query: all,
    functions: list.map((one) => ({ score: undefined, weight: 1, filter: undefined, ...one })),
    scoreMode: 'SUM',
    combineMode: 'MULTIPLY',
    minScore: undefined,
    maxScore: undefined,
    ...changes,
  })
  const value = (factor: number, missing?: number): Partial<ScoreFunction> => ({
    score: { kind: 'fieldValue', fieldName: 'l', factor, modifier: 'NONE', missing },
  })
  const views = viewsOf([{ l: 4n }, { l: 10n, la: [3, 5] }, { k: 'x' }])

  test('use the value of a field, and change nothing where there is none', () => {
    expect(scoresOf(functions({}, value(2)), views)).toEqual({ '0/0': 8, '0/1': 20, '0/2': 1 })
    expect(scoresOf(functions({}, value(2, 7)), views)['0/2']).toBe(14)
    const old: Query = { kind: 'functionScore', query: term('l', 4n, 3), fieldName: 'l' }
    expect(scoresOf(old, views)).toEqual({ '0/0': 12 })
  })

  test('are capped above, and drop hits below', () => {
    expect(scoresOf(functions({ maxScore: 5 }, value(1)), views)).toEqual({
      '0/0': 4,
      '0/1': 5,
      '0/2': 1,
    })
    expect(scoresOf(functions({ minScore: 4 }, value(1)), views)).toEqual({ '0/0': 4, '0/1': 10 })
  })

  test('apply where their filter does; the weight alone is a function', () => {
    const filtered = functions({ scoreMode: 'MAX', combineMode: 'MAX' }, { weight: 2 })
    expect(scoresOf(filtered, views)).toEqual({ '0/0': 2, '0/1': 2, '0/2': 2 })
    const some = functions({}, { weight: 5, filter: term('l', 4n) }, { weight: 3 })
    expect(scoresOf(some, views)).toEqual({ '0/0': 8, '0/1': 3, '0/2': 3 })
  })

  test('decay with the distance from their origin', () => {
    const numeric = { kind: 'numeric', origin: 4, scale: 6, offset: 0 } as const
    const decay = (changes: object): Partial<ScoreFunction> => ({
      score: {
        kind: 'decay',
        fieldName: 'l',
        mathFunction: 'LINEAR',
        parameter: numeric,
        decay: 0.5,
        multiValueMode: 'MIN',
        ...changes,
      },
    })
    const linear = functions({ combineMode: 'SUM' }, decay({}))
    expect(scoresOf(linear, views)).toEqual({ '0/0': 2, '0/1': 1.5, '0/2': 2 })
    const gauss = functions({}, decay({ mathFunction: 'GAUSS' }))
    expect(scoresOf(gauss, views)['0/1']).toBe(0.5)
    const list = functions({}, decay({ fieldName: 'la', multiValueMode: 'SUM' }))
    expect(scoresOf(list, views)['0/1']).toBe(rounded((12 - 2) / 12))
    const days = viewsOf([
      { dt: '2024-05-10', g: '0,0' },
      { dt: '2024-05-12', g: '0,1' },
    ])
    const date = {
      kind: 'date',
      origin: '2024-05-10',
      scale: { value: 2, unit: 'DAY' },
      offset: undefined,
    } as const
    const byDate = functions({}, decay({ fieldName: 'dt', mathFunction: 'EXP', parameter: date }))
    expect(scoresOf(byDate, days)).toEqual({ '0/0': 1, '0/1': 0.5 })
    const metres = {
      kind: 'geo',
      origin: { lat: 0, lon: 0 },
      scale: 111_195.0797,
      offset: 0,
    } as const
    const byPlace = functions({}, decay({ fieldName: 'g', mathFunction: 'EXP', parameter: metres }))
    expect(scoresOf(byPlace, days)['0/1']).toBeCloseTo(0.5, 5)
  })

  test('at random differ from row to row and stay between 0 and 1', () => {
    const scores = Object.values(scoresOf(functions({}, { score: { kind: 'random' } }), views))
    expect(new Set(scores).size).toBe(3)
    for (const score of scores) expect(score >= 0 && score < 1).toBe(true)
    expect(Object.values(scoresOf(functions({}, { score: { kind: 'random' } }), views))).toEqual(
      scores,
    )
  })
})

describe('scores of children', () => {
  const views = viewsOf([{ n: [{ l: 1 }, { l: 2, k: 'x' }, { l: 2, m: [{ l: 7 }, { l: 8 }] }] }])
  const inner: Query = {
    kind: 'disMax',
    queries: [term('n.l', 1n, 2), term('n.l', 2n, 5)],
    tieBreaker: 0,
    weight: 1,
  }

  test.each([
    ['AVG', 12],
    ['MAX', 15],
    ['MIN', 6],
    ['TOTAL', 36],
    ['NONE', 0],
  ] as const)('%s', (scoreMode, expected) => {
    const nested: Query = {
      kind: 'nested',
      path: 'n',
      query: inner,
      scoreMode,
      weight: 3,
      innerHits: undefined,
    }
    expect(scoresOf(nested, views)).toEqual({ '0/0': expected })
  })

  test('have their positions in the array', () => {
    const within = nestedScope(scope, 'n')
    const find = childFinder(contextOf(views), scope, 'n', compileQuery(inner, within))
    const [view] = views
    if (view === undefined) return expect.unreachable()
    expect(find(view, view.segment.rows)?.find(0)).toEqual([
      { document: 0, offset: 0, score: 2 },
      { document: 1, offset: 1, score: 5 },
      { document: 2, offset: 2, score: 5 },
    ])
    const deep = childFinder(
      contextOf(views),
      within,
      'n.m',
      compileQuery(term('n.m.l', 8n), nestedScope(within, 'n.m')),
    )
    const level = view.segment.rows.child('n')?.level
    if (level === undefined) return expect.unreachable()
    const children = deep(view, level)
    expect(children?.find(0)).toEqual([])
    expect(children?.find(2)).toEqual([{ document: 1, offset: 1, score: 1 }])
  })
})

describe('nearest vectors', () => {
  const near = (topK: number, changes: object = {}): Query => ({
    kind: 'knnVector',
    fieldName: 'v',
    vector: [0, 0],
    topK,
    filter: undefined,
    weight: 1,
    minScore: 0,
    numCandidates: undefined,
    ...changes,
  })
  const views = viewsOf(
    [{ v: [1, 0], l: 1n }, { v: [3, 0] }, { l: 1n }],
    [{ v: [2, 0], l: 1n }, { v: [0, 1] }, { v: [0, 0] }],
  )

  test('are those of all segments together', () => {
    expect(scoresOf(near(2), views)).toEqual({ '0/0': 0.5, '1/2': 1 })
    expect(Object.keys(scoresOf(near(3, { weight: 2 }), views))).toHaveLength(3)
    expect(Object.keys(scoresOf(near(100), views))).toHaveLength(5)
  })

  test('are taken from the rows of the filter', () => {
    expect(scoresOf(near(2, { filter: term('l', 1n) }), views)).toEqual({ '0/0': 0.5, '1/0': 0.2 })
  })

  test('are at least at the minimum score, and not deleted', () => {
    expect(scoresOf(near(9, { minScore: 0.3 }), views)).toEqual({
      '0/0': 0.5,
      '1/1': 0.5,
      '1/2': 1,
    })
    const dead = views.map((view) => ({ ...view, live: Uint32Array.of(0b011), liveCount: 2 }))
    expect(Object.keys(scoresOf(near(2), dead))).toEqual(['0/0', '1/1'])
  })
})
