import { errors, type FunctionsScoreQuery, limits, type ScoreFunction } from '@rowhouse/protocol'
import { combineFunctions, combineWithQuery, type FunctionScore } from '../scoring/combine.js'
import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { unscored } from './boost.js'
import type { CompileQuery } from './compile-query.js'
import { NO_MORE, type Scorer } from './doc-set.js'
import { compileDecay } from './functions/decay.js'
import { compileFieldValue } from './functions/field-value.js'
import { compileRandom } from './functions/random-score.js'
import type { DocumentFunction, RowFunction } from './functions/row-function.js'
import type { Query, SearchContext, Weight } from './query.js'
import type { QueryScope } from './scope.js'
import { type Tick, ticker } from './walks/ticker.js'

/** The hits of a query; their scores are combined with those of functions over their values. */
export function compileFunctionsScore(
  asked: FunctionsScoreQuery,
  scope: QueryScope,
  compile: CompileQuery,
): Query {
  if (asked.functions.length > limits.SEARCH_FUNCTIONS_MAX) {
    throw errors.searchTooMany('functions_score_query.functions', limits.SEARCH_FUNCTIONS_MAX)
  }
  const query = compile(asked.query, scope)
  const functions = asked.functions.map((one) => ({
    weight: one.weight,
    run: functionOf(one, scope),
    filter: one.filter && compile(one.filter, scope),
  }))
  return { weight: (context) => functionsWeight(context, asked, query, functions) }
}

function functionOf({ score }: ScoreFunction, scope: QueryScope): RowFunction {
  if (score === undefined) return () => () => 1
  if (score.kind === 'fieldValue') return compileFieldValue(score, scope)
  return score.kind === 'decay' ? compileDecay(score, scope) : compileRandom()
}

interface CompiledFunction {
  readonly weight: number
  readonly run: RowFunction
  readonly filter: Query | undefined
}

/** A minimum score drops hits, so scores are computed even where they are not needed otherwise. */
function functionsWeight(
  context: SearchContext,
  asked: FunctionsScoreQuery,
  query: Query,
  functions: readonly CompiledFunction[],
): Weight {
  const { minScore } = asked
  if (!context.scores && minScore === undefined) return query.weight(context)
  const { views, now, counts } = context
  const checkTime = (): void => context.checkTime()
  const weight = query.weight({ views, now, counts, scores: true, checkTime })
  const tick = ticker(checkTime)
  const silent = unscored(context)
  const filters = functions.map(({ filter }) => filter?.weight(silent))
  const open = (view: SegmentView, level: Level): OpenFunction[] =>
    functions.map((one, index) => {
      const filter = filters[index]
      const clause = filter?.scorer(view, level)
      const passes = filter === undefined ? () => true : testOf(clause)
      return { weight: one.weight, passes, run: one.run(context, view, level) }
    })
  return {
    scorer: (view, level) => {
      const scorer = weight.scorer(view, level)
      if (scorer === undefined) return undefined
      return new FunctionsWalk(scorer, asked, open(view, level), tick)
    },
    count: (view, level) => (minScore === undefined ? weight.count(view, level) : undefined),
  }
}

/** Documents ascend, and each may be given several times. */
function testOf(clause: Scorer | undefined): (document: number) => boolean {
  if (clause === undefined) return () => false
  const { tester } = clause
  if (tester !== undefined) return (document) => tester.test(document)
  return (document) => {
    if (clause.document < document) clause.advance(document)
    return clause.document === document
  }
}

interface OpenFunction {
  readonly weight: number
  readonly passes: (document: number) => boolean
  readonly run: DocumentFunction
}

class FunctionsWalk implements Scorer {
  readonly cost: number
  document = -1
  private readonly scorer: Scorer
  private readonly asked: FunctionsScoreQuery
  private readonly functions: readonly OpenFunction[]
  private readonly tick: Tick

  constructor(
    scorer: Scorer,
    asked: FunctionsScoreQuery,
    functions: readonly OpenFunction[],
    tick: Tick,
  ) {
    this.cost = scorer.cost
    this.scorer = scorer
    this.asked = asked
    this.functions = functions
    this.tick = tick
  }

  next(): number {
    return this.settle(this.scorer.next())
  }

  advance(target: number): number {
    return this.settle(this.scorer.advance(target))
  }

  score(): number {
    const { document, asked } = this
    const scores: FunctionScore[] = []
    for (const { weight, passes, run } of this.functions) {
      if (passes(document)) scores.push({ weight, score: run(document) })
    }
    const functions = combineFunctions(asked.scoreMode, scores)
    const capped = Math.min(functions, asked.maxScore ?? Number.POSITIVE_INFINITY)
    return combineWithQuery(asked.combineMode, this.scorer.score(), capped)
  }

  private settle(first: number): number {
    const { minScore } = this.asked
    this.document = first
    if (minScore === undefined) return first
    while (this.document !== NO_MORE && this.score() < minScore) {
      this.tick()
      this.document = this.scorer.next()
    }
    return this.document
  }
}
