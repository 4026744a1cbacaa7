import type { Code } from '../layout/code-layout.js'
import { COMPARATORS } from '../layout/comparators.js'
import { quoted } from '../layout/literals.js'
import type { ColumnFilter } from '../request.js'
import { call, flag, value } from './python-values.js'

/** A filter as an expression; a composite is made by a function that the program has. */
export function filter(given: ColumnFilter): Code {
  if (given.kind !== 'compare') {
    const operator = `LogicalOperator.${given.kind.toUpperCase()}`
    return call('combined', [operator, ...given.filters.map(filter)])
  }
  return call('SingleColumnCondition', [
    quoted(given.column),
    value(given.value),
    `ComparatorType.${COMPARATORS[given.comparison]}`,
    flag(given.passesIfMissing),
  ])
}

/** The function of a program with composite filters. */
export const COMBINED = `
def combined(operator, *filters):
    whole = CompositeColumnCondition(operator)
    for one in filters:
        whole.add_sub_condition(one)
    return whole

`
