import { isDeepStrictEqual } from 'node:util'
import type { Query as AskedQuery, Sort } from '@rowhouse/protocol'
import type { ChildrenOf } from '../collect/child-walk.js'
import { numbersReader } from '../collect/column-values.js'
import { documentValues } from '../collect/keys/field-key.js'
import type { CompileQuery } from '../queries/compile-query.js'
import { descend } from '../queries/nested/descent.js'
import { nestedScope } from '../queries/nested.js'
import type { SearchContext } from '../queries/query.js'
import { type QueryScope, chainOf } from '../queries/scope.js'

export type ChildOrder = (context: SearchContext) => ChildrenOf

/**
 * Plans a nested query whose rows are sorted first by the best value of exactly the children that it finds.
 * All other searches walk over all hits.
 */
export function planChildOrder(
  query: AskedQuery,
  sort: Sort | undefined,
  scope: QueryScope,
  compile: CompileQuery,
): ChildOrder | undefined {
  const sorter = sort?.sorters[0]
  if (query.kind !== 'nested' || sorter?.kind !== 'field') return undefined
  const { fieldName, order, nestedFilter, missingFields } = sorter
  const best = order === 'DESC' ? 'MAX' : 'MIN'
  const isFit =
    nestedFilter?.path === query.path &&
    (sorter.mode ?? best) === best &&
    missingFields.length === 0 &&
    scope.layout.fields.get(fieldName)?.level === query.path &&
    isDeepStrictEqual(nestedFilter.filter, query.query)
  if (!isFit) return undefined
  const inner = compile(query.query, nestedScope(scope, query.path))
  const chain = chainOf(scope.layout, query.path)
  return (context) => {
    const weight = inner.weight({ ...context, scores: false })
    return (view) => {
      const descent = descend(view.segment.rows, chain)
      const children = descent && weight.scorer(view, descent.level)
      if (descent === undefined || children === undefined) return undefined
      const field = descent.level.field(fieldName)
      const valueOf = documentValues(field, best) ?? (() => undefined)
      const numbersOf = field?.kind === 'numeric' ? numbersReader(field) : undefined
      const { parent, ahead } = descent
      return { children, valueOf, numbersOf, parentOf: parent, ahead }
    }
  }
}
