import {
  type InnerHits,
  type NestedQuery,
  type Query as AskedQuery,
  errors,
} from '@rowhouse/protocol'
import { type CompiledSort, compileInnerSort } from '../collect/compile-sort.js'
import type { CompileQuery } from '../queries/compile-query.js'
import { nestedScope } from '../queries/nested.js'
import type { Query } from '../queries/query.js'
import type { QueryScope } from '../queries/scope.js'
import { type HighlightedField, planHighlight } from './highlight-plan.js'
import { leavesOf } from './query-leaves.js'

/** What one nested query shows of the children that matched. */
export interface InnerHitsPlan {
  readonly path: string
  /** The scope of the hits that the children belong to. */
  readonly parents: QueryScope
  readonly children: QueryScope
  readonly query: Query
  readonly highlight: readonly HighlightedField[] | undefined
  readonly innerHits: InnerHits
  readonly sort: Omit<CompiledSort, 'effective'>
  /** What the children show of their own children. */
  readonly below: readonly InnerHitsPlan[]
}

/** Finds the nested queries that ask for inner hits, in the order in which they are written. */
export function planInnerHits(
  asked: AskedQuery,
  scope: QueryScope,
  compile: CompileQuery,
): InnerHitsPlan[] {
  return leavesOf(asked).flatMap((part) => {
    if (part.kind !== 'nested') return []
    const { innerHits } = part
    if (innerHits !== undefined) return [planOf(part, innerHits, scope, compile)]
    // A nested query without inner hits shows those within it as its parent's.
    return planInnerHits(part.query, scope, compile)
  })
}

function planOf(
  nested: NestedQuery,
  innerHits: InnerHits,
  parents: QueryScope,
  compile: CompileQuery,
): InnerHitsPlan {
  const { path, query: asked } = nested
  const children = nestedScope(parents, path)
  if (innerHits.offset < 0)
    throw errors.invalidSearchParameter('inner_hits.offset', innerHits.offset)
  if (innerHits.limit < 0) throw errors.invalidSearchParameter('inner_hits.limit', innerHits.limit)
  return {
    path,
    parents,
    children,
    highlight: planHighlight(innerHits.highlight, asked, children),
    query: compile(asked, children),
    innerHits,
    sort: compileInnerSort(innerHits.sort, children, compile),
    below: planInnerHits(asked, children, compile),
  }
}
