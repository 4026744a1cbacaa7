import type { BoolQuery } from '@rowhouse/protocol'
import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { addBool, canFill } from './bool-bits.js'
import { boolCount, onlyClause } from './bool-count.js'
import { boosted, unscored } from './boost.js'
import type { CompileQuery } from './compile-query.js'
import type { Scorer } from './doc-set.js'
import { checkMinimum, minimumOf } from './minimum-of-clauses.js'
import { plainFirst } from './plain-first.js'
import type { Query, SearchContext, Weight } from './query.js'
import type { QueryScope } from './scope.js'
import { AllDocuments } from './walks/all-documents.js'
import { conjunction } from './walks/conjunction.js'
import { disjunction } from './walks/disjunction.js'
import { exclusion } from './walks/exclusion.js'
import { OptionalScores } from './walks/optional-scores.js'
import { type Tick, ticker } from './walks/ticker.js'

export interface BoolClauses<Clause> {
  readonly must?: readonly Clause[]
  readonly filter?: readonly Clause[]
  readonly mustNot?: readonly Clause[]
  readonly should?: readonly Clause[]
  /** For `should`; at least 1 where there are no other clauses. */
  readonly minimum?: number
}

/**
 * Documents must match all of `must` and `filter`, at least `minimum` of `should`, and none of
 * `mustNot`. The score is the sum of those of `must` and `should`. With `should` alone, one of it
 * is required even with a minimum of 0, as the PHP SDK's test of bool queries shows; beside other
 * clauses it is optional.
 */
export function compileBool(query: BoolQuery, scope: QueryScope, compile: CompileQuery): Query {
  const compileAll = (clauses: BoolQuery['must']): Query[] =>
    clauses.map((clause) => compile(clause, scope))
  checkMinimum(query.minimumShouldMatch)
  const clauses = {
    must: compileAll(query.must),
    filter: compileAll(query.filter),
    mustNot: compileAll(query.mustNot),
    should: compileAll(query.should),
    minimum: minimumOf(query.minimumShouldMatch ?? 0, query.should.length),
  }
  return boosted(compiledBool(clauses), query.weight)
}

export function compiledBool(clauses: BoolClauses<Query>): Query {
  return {
    weight: (context) => {
      const silent = unscored(context)
      return boolWeight(context, {
        must: (clauses.must ?? []).map((clause) => clause.weight(context)),
        filter: (clauses.filter ?? []).map((clause) => clause.weight(silent)),
        mustNot: (clauses.mustNot ?? []).map((clause) => clause.weight(silent)),
        should: (clauses.should ?? []).map((clause) => clause.weight(context)),
        minimum: minimumOfClauses(clauses),
      })
    },
  }
}

function minimumOfClauses(clauses: BoolClauses<Query>): number {
  const { must = [], filter = [], mustNot = [], should = [], minimum = 0 } = clauses
  const isAlone = should.length > 0 && must.length + filter.length + mustNot.length === 0
  return Math.max(minimum, isAlone ? 1 : 0)
}

function boolWeight(context: SearchContext, weights: Required<BoolClauses<Weight>>): Weight {
  const tick = ticker(context.checkTime)
  const isDear = [...weights.must, ...weights.filter].some((weight) => weight.isDear)
  // What is dear is better tested on what the other clauses leave.
  const addTo: Weight['addTo'] = (view, level, bits) => {
    const scorer = boolScorer(context, weights, { view, level, candidates: undefined }, tick)
    if (scorer !== undefined) addBool(weights, scorer, { view, level, tick }, bits)
  }
  return {
    scorer: (view, level, candidates) =>
      boolScorer(context, weights, { view, level, candidates }, tick),
    isDear,
    ...(canFill(weights) && !isDear && { addTo }),
    count: (view, level) => boolCount(weights, view, level),
    countDeleted: (view) => onlyClause(weights)?.countDeleted?.(view),
  }
}

function boolScorer(
  context: SearchContext,
  weights: Required<BoolClauses<Weight>>,
  { view, level, candidates }: Place,
  tick: Tick,
): Scorer | undefined {
  const open = (clauses: readonly Weight[], among?: number): Scorer[] =>
    clauses.flatMap((clause) => clause.scorer(view, level, among) ?? [])
  const required = openRequired([...weights.must, ...weights.filter], { view, level, candidates })
  if (required === undefined) return undefined
  const must = required.slice(0, weights.must.length)
  const filter = required.slice(weights.must.length)
  const { minimum } = weights
  const should = minimum > 0 || context.scores ? open(weights.should) : []
  if (should.length < minimum) return undefined
  if (minimum > 0) must.push(...atLeast(should, minimum, context.scores, tick))
  const base = together(must, filter, context.scores, level, tick)
  const kept = exclusion(base, open(weights.mustNot, base.cost), tick)
  const optional = minimum > 0 ? [] : should
  return optional.length > 0 ? new OptionalScores(kept, optional) : kept
}

interface Place {
  readonly view: SegmentView
  readonly level: Level
  readonly candidates: number | undefined
}

/** All clauses in their order; undefined where one of them matches nothing. */
function openRequired(
  clauses: readonly Weight[],
  { view, level, candidates = Infinity }: Place,
): Scorer[] | undefined {
  const scorers: Scorer[] = []
  let fewest = candidates
  for (const index of plainFirst(clauses)) {
    const scorer = clauses[index]?.scorer(view, level, fewest)
    if (scorer === undefined) return undefined
    fewest = Math.min(fewest, scorer.cost)
    scorers[index] = scorer
  }
  return scorers
}

function atLeast(
  should: readonly Scorer[],
  minimum: number,
  scores: boolean,
  tick: Tick,
): readonly Scorer[] {
  if (should.length === minimum) return should
  return [disjunction(should, { minimum, scores, tieBreaker: 1, tick })]
}

function together(
  must: readonly Scorer[],
  filter: readonly Scorer[],
  scores: boolean,
  level: Level,
  tick: Tick,
): Scorer {
  const [first, second] = [...must, ...filter]
  if (first === undefined) return new AllDocuments(level.documents, 0)
  if (second === undefined && (!scores || must.length === 1)) return first
  return conjunction([...must, ...filter], scores ? must : [], tick)
}
