import { isDeepStrictEqual } from 'node:util'
import type { NestedQuery, Query as AskedQuery, Sort } from '@rowhouse/protocol'
import type { ChildrenOf } from '../collect/child-walk.js'
import { numbersReader } from '../collect/column-values.js'
import { documentValues } from '../collect/keys/field-key.js'
import type { CompileQuery } from '../queries/compile-query.js'
import { descend } from '../queries/nested/descent.js'
import { nestedScope } from '../queries/nested.js'
import type { Tester } from '../queries/doc-set.js'
import type { SearchContext, Weight } from '../queries/query.js'
import { type QueryScope, chainOf } from '../queries/scope.js'
import { bitTester, wordsFor } from '../queries/walks/bits-walk.js'
import type { SegmentView } from '../segments/segment-reader.js'

export type ChildOrder = (context: SearchContext) => ChildrenOf

/** Following a child costs this share of walking to a hit of other clauses. */
const CHILD_SHARE = 8
/** A nested query, and what its rows must be besides. */
interface NestedAmong {
  readonly nested: NestedQuery
  readonly others: AskedQuery | undefined
}

/**
 * Plans a nested query whose rows are sorted first by the best value of exactly the children that it finds,
 * alone or beside other clauses that all must hold. All other searches walk over all hits.
 */
export function planChildOrder(
  query: AskedQuery,
  sort: Sort | undefined,
  scope: QueryScope,
  compile: CompileQuery,
): ChildOrder | undefined {
  const sorter = sort?.sorters[0]
  if (sorter?.kind !== 'field') return undefined
  const { fieldName, order, nestedFilter, missingFields } = sorter
  const best = order === 'DESC' ? 'MAX' : 'MIN'
  const isFit = (nested: NestedQuery): boolean =>
    nestedFilter?.path === nested.path &&
    (sorter.mode ?? best) === best &&
    missingFields.length === 0 &&
    scope.layout.fields.get(fieldName)?.level === nested.path &&
    isDeepStrictEqual(nestedFilter.filter, nested.query)
  const among = nestedAmong(query, isFit)
  if (among === undefined) return undefined
  const { nested, others } = among
  const inner = compile(nested.query, nestedScope(scope, nested.path))
  const besides = others && compile(others, scope)
  const chain = chainOf(scope.layout, nested.path)
  return (context) => {
    const weight = inner.weight({ ...context, scores: false })
    const otherWeight = besides?.weight({ ...context, scores: false })
    return (view, isCounted) => {
      const { rows } = view.segment
      const descent = descend(rows, chain)
      const children = descent && weight.scorer(view, descent.level)
      if (descent === undefined || children === undefined) return undefined
      const other = otherWeight?.scorer(view, rows)
      if (otherWeight !== undefined && other === undefined) return undefined
      const isNarrow = other !== undefined && other.cost * CHILD_SHARE < children.cost
      if (isNarrow || (other !== undefined && other.tester === undefined)) return 'walk'
      const field = descent.level.field(fieldName)
      const valueOf = documentValues(field, best) ?? (() => undefined)
      const numbersOf = field?.kind === 'numeric' ? numbersReader(field) : undefined
      const { parent, parents, ahead } = descent
      // With fewer children, tests at their rows cost less than a set of the other clauses.
      const isBroad = isCounted && children.cost >= rows.documents
      const addTo = isBroad ? otherWeight?.addTo : undefined
      const others = addTo === undefined ? other?.tester : inSet(addTo, view)
      return { children, valueOf, numbersOf, parentOf: parent, parents, ahead, others }
    }
  }
}

/** Tests rows in a set of all that match. */
function inSet(addTo: NonNullable<Weight['addTo']>, view: SegmentView): Tester {
  const { rows } = view.segment
  const bits = new Uint32Array(wordsFor(rows.documents))
  addTo(view, rows, bits)
  return bitTester(bits)
}

/** The first clause that fits, where all clauses must hold. */
function nestedAmong(
  query: AskedQuery,
  isFit: (nested: NestedQuery) => boolean,
): NestedAmong | undefined {
  if (query.kind === 'nested')
    return isFit(query) ? { nested: query, others: undefined } : undefined
  if (query.kind !== 'bool' || query.should.length > 0 || query.mustNot.length > 0) return undefined
  const clauses = [...query.must, ...query.filter]
  const nested = clauses.find((clause) => clause.kind === 'nested' && isFit(clause))
  if (nested?.kind !== 'nested') return undefined
  const must = clauses.filter((clause) => clause !== nested)
  return { nested, others: must.length === 0 ? undefined : { ...query, must, filter: [] } }
}
