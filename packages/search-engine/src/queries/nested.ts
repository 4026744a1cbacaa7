import { errors, limits, type NestedQuery, type NestedScoreMode } from '@rowhouse/protocol'
import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { unscored } from './boost.js'
import type { CompileQuery } from './compile-query.js'
import { type Descent, descend } from './nested/descent.js'
import { addParents, childrenTester, NestedWalk } from './nested/nested-walk.js'
import type { Scorer } from './doc-set.js'
import type { Query, SearchContext, Weight } from './query.js'
import { chainOf, isBelow, queryError, type QueryScope } from './scope.js'
import { ticker } from './walks/ticker.js'

export interface NestedHow {
  readonly scoreMode: NestedScoreMode
  readonly weight: number
}

/**
 * Documents with a matching child under the path; several conditions must hold for the same child.
 */
export function compileNested(query: NestedQuery, scope: QueryScope, compile: CompileQuery): Query {
  const inner = compile(query.query, nestedScope(scope, query.path))
  return nestedOver(scope, query.path, inner, query)
}

/** The scope of a query inside a nested one. */
export function nestedScope(scope: QueryScope, path: string): QueryScope {
  const level = scope.layout.levels.get(path)
  if (level === undefined) throw queryError(`[NESTED_QUERY] path: ${path} does not exist`)
  if (!isBelow(scope.layout, path, scope.level.path)) {
    throw queryError(`[NESTED_QUERY] path: ${path} is not below [${scope.level.path}]`)
  }
  if (chainOf(scope.layout, path).length > limits.SEARCH_NESTED_DEPTH_MAX) {
    throw errors.searchTooDeep('nested queries', limits.SEARCH_NESTED_DEPTH_MAX)
  }
  return { ...scope, level }
}

export function nestedOver(scope: QueryScope, path: string, inner: Query, how: NestedHow): Query {
  const above = chainOf(scope.layout, scope.level.path).length
  const chain = chainOf(scope.layout, path).slice(above)
  return { weight: (context) => nestedWeight(context, chain, inner, how) }
}

function nestedWeight(
  context: SearchContext,
  chain: readonly string[],
  inner: Query,
  { scoreMode, weight: boost }: NestedHow,
): Weight {
  const scores = context.scores && scoreMode !== 'NONE'
  const weight = inner.weight(scores ? context : unscored(context))
  const tick = ticker(context.checkTime)
  return {
    scorer: (view, level) => {
      const descent = descend(level, chain)
      const children = descent && weight.scorer(view, descent.level)
      if (descent === undefined || children === undefined) return undefined
      const tester = scores ? undefined : childrenTester(descent, children.tester)
      const mode = scores ? scoreMode : 'NONE'
      return new NestedWalk({ descent, children, mode, boost, tester, tick })
    },
    count: (_, level) => (descend(level, chain) === undefined ? 0 : undefined),
    isDear: weight.isDear,
    addTo: (view, level, bits) => {
      const descent = descend(level, chain)
      const children = descent && weight.scorer(view, descent.level)
      if (descent !== undefined && children !== undefined) addParents(descent, children, bits, tick)
    },
  }
}

export interface MatchingChild {
  /** Its number on the level of the path. */
  readonly document: number
  /** Its index in the array of its parent. */
  readonly offset: number
  readonly score: number
}

/**
 * The matching children of a parent, in the order of their array, for inner hits. Parents are given
 * in ascending order.
 */
export type FindChildren = (parent: number) => MatchingChild[]

/** Undefined where the segment has no document on that level. */
export type ChildFinder = (view: SegmentView, level: Level) => FoundLevel | undefined

export interface FoundLevel {
  readonly level: Level
  readonly find: FindChildren
}

/** `inner` is compiled in the nested scope of the path; `scope` is that of the parents. */
export function childFinder(
  context: SearchContext,
  scope: QueryScope,
  path: string,
  inner: Query,
): ChildFinder {
  const above = chainOf(scope.layout, scope.level.path).length
  const chain = chainOf(scope.layout, path).slice(above)
  const weight = inner.weight(context)
  return (view, level) => {
    const descent = descend(level, chain)
    const scorer = descent && weight.scorer(view, descent.level)
    if (descent === undefined) return undefined
    return { level: descent.level, find: (parent) => matchingChildren(descent, scorer, parent) }
  }
}

function matchingChildren(
  descent: Descent,
  scorer: Scorer | undefined,
  parent: number,
): MatchingChild[] {
  const first = descent.firstChild(parent)
  const end = descent.firstChild(parent + 1)
  const found: MatchingChild[] = []
  if (first >= end || scorer === undefined) return found
  let document = scorer.document < first ? scorer.advance(first) : scorer.document
  while (document < end) {
    found.push({ document, offset: document - first, score: Math.fround(scorer.score()) })
    document = scorer.next()
  }
  return found
}
