import { type Code, group } from '../layout/code-layout.js'
import { COMPARATORS } from '../layout/comparators.js'
import { quoted } from '../layout/literals.js'
import type { ColumnFilter } from '../request.js'
import { value } from './node-values.js'

/** A filter as an expression; a composite is made by a function that the program has. */
export function filter(given: ColumnFilter): Code {
  if (given.kind !== 'compare') {
    const operator = `TableStore.LogicalOperator.${given.kind.toUpperCase()}`
    return group('combined(', [operator, ...given.filters.map(filter)], ')')
  }
  return group(
    'new TableStore.SingleColumnCondition(',
    [
      quoted(given.column),
      value(given.value),
      `TableStore.ComparatorType.${COMPARATORS[given.comparison]}`,
      String(given.passesIfMissing),
    ],
    ')',
  )
}

/** The function of a program with composite filters. */
export const COMBINED = `
function combined(operator, ...filters) {
  const whole = new TableStore.CompositeCondition(operator)
  for (const filter of filters) whole.addSubCondition(filter)
  return whole
}
`
