import { type Code, chain, followed, group } from '../layout/code-layout.js'
import { COMPARATORS } from '../layout/comparators.js'
import { quoted } from '../layout/literals.js'
import type { ColumnFilter } from '../request.js'
import { columnValue } from './java-values.js'

/** A filter as an expression. */
export function filter(given: ColumnFilter): Code {
  if (given.kind !== 'compare') {
    const operator = `CompositeColumnValueFilter.LogicOperator.${given.kind.toUpperCase()}`
    return chain(
      `new CompositeColumnValueFilter(${operator})`,
      given.filters.map((each) => group('.addFilter(', [filter(each)], ')')),
    )
  }
  const comparison = group(
    'new SingleColumnValueFilter(',
    [
      quoted(given.column),
      `SingleColumnValueFilter.CompareOperator.${COMPARATORS[given.comparison]}`,
      columnValue(given.value),
    ],
    ')',
  )
  return followed(comparison, `.setPassIfMissing(${given.passesIfMissing})`)
}
