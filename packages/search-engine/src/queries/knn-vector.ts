import type { KnnVectorQuery } from '@rowhouse/protocol'
import { vectorScoreOf } from '../scoring/vector-score.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { boosted, unscored } from './boost.js'
import type { CompileQuery } from './compile-query.js'
import { NO_MORE } from './doc-set.js'
import { BestVectors, type FoundVector } from './vectors/best-vectors.js'
import { ScoredList } from './vectors/scored-list.js'
import { visibleDocuments } from './vectors/visible-documents.js'
import type { Query, SearchContext, Weight } from './query.js'
import { chainOf, fieldOf, queryError, type QueryScope } from './scope.js'
import { levelAt } from './text/statistics.js'
import { AllDocuments } from './walks/all-documents.js'
import { ticker } from './walks/ticker.js'

/** The `topK` documents of the whole snapshot whose vectors are nearest, among those of the filter. */
export function compileKnnVector(
  query: KnnVectorQuery,
  scope: QueryScope,
  compile: CompileQuery,
): Query {
  if (scope.isVectorFilter) throw queryError('[KNN_VECTOR_QUERY] filter has a vector query')
  const field = fieldOf(scope, query.fieldName, 'KNN_VECTOR_QUERY', ['VECTOR'])
  const { vector } = field
  if (vector === undefined) throw new Error(`no vector options of ${field.name}`)
  if (query.vector.length !== vector.dimension) {
    throw queryError(
      `[KNN_VECTOR_QUERY] field_name:${field.name} has dimension ${vector.dimension}, the query vector ${query.vector.length}`,
    )
  }
  const filter = query.filter && compile(query.filter, { ...scope, isVectorFilter: true })
  const chain = chainOf(scope.layout, scope.level.path)
  const wanted = {
    fieldName: field.name,
    chain,
    vector: Float32Array.from(query.vector),
    score: vectorScoreOf(vector.metric),
    topK: query.topK,
    minScore: query.minScore,
  }
  const knn: Query = { weight: (context) => knnWeight(context, wanted, filter) }
  return boosted(knn, query.weight)
}

interface Wanted {
  readonly fieldName: string
  readonly chain: readonly string[]
  readonly vector: Float32Array
  readonly score: ReturnType<typeof vectorScoreOf>
  readonly topK: number
  readonly minScore: number
}

/** Searches all segments at once: the nearest documents of the snapshot, not of each segment. */
function knnWeight(context: SearchContext, wanted: Wanted, filter: Query | undefined): Weight {
  const best = new BestVectors(wanted.topK)
  const allowed = filter?.weight(unscored(context))
  for (const [number, view] of context.views.entries()) {
    collectNearest(context, wanted, allowed, view, number, best)
  }
  const found = new Map<SegmentView, FoundVector[]>()
  for (const vector of best.take()) {
    const view = context.views[vector.view]
    if (view === undefined) continue
    const list = found.get(view) ?? []
    list.push(vector)
    found.set(view, list)
  }
  return {
    scorer: (view) => {
      const list = found.get(view)
      return list && new ScoredList(list)
    },
    count: (view) => found.get(view)?.length ?? 0,
  }
}

function collectNearest(
  context: SearchContext,
  wanted: Wanted,
  filter: Weight | undefined,
  view: SegmentView,
  number: number,
  best: BestVectors,
): void {
  const level = levelAt(view, wanted.chain)
  const field = level?.field(wanted.fieldName)
  if (level === undefined || field?.kind !== 'vector') return
  const candidates = filter ? filter.scorer(view, level) : new AllDocuments(level.documents, 1)
  if (candidates === undefined) return
  const isVisible = visibleDocuments(view, wanted.chain, field.present, context.now)
  const tick = ticker(context.checkTime)
  const { dimension, values } = field
  for (let at = candidates.next(); at !== NO_MORE; at = candidates.next()) {
    tick()
    if (!isVisible(at)) continue
    const score = wanted.score(wanted.vector, values, at * dimension)
    if (score >= wanted.minScore) best.offer(number, at, score)
  }
}
