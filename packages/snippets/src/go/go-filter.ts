import { type Code, group } from '../layout/code-layout.js'
import { COMPARATORS } from '../layout/comparators.js'
import { quoted } from '../layout/literals.js'
import type { ColumnFilter } from '../request.js'
import { literal } from './go-values.js'

/** A filter as an expression, with functions that the program has. */
export function filter(given: ColumnFilter): Code {
  if (given.kind !== 'compare') {
    const operator = `tablestore.LO_${given.kind.toUpperCase()}`
    return group('combined(', [operator, ...given.filters.map(filter)], ')')
  }
  return group(
    'compared(',
    [
      quoted(given.column),
      `tablestore.CT_${COMPARATORS[given.comparison]}`,
      literal(given.value),
      String(given.passesIfMissing),
    ],
    ')',
  )
}

export const COMPARED = `
func compared(
	name string, comparator tablestore.ComparatorType, value interface{}, passIfMissing bool,
) tablestore.ColumnFilter {
	condition := tablestore.NewSingleColumnCondition(name, comparator, value)
	condition.FilterIfMissing = !passIfMissing
	condition.LatestVersionOnly = true
	return condition
}
`

export const COMBINED = `
func combined(
	operator tablestore.LogicalOperator, filters ...tablestore.ColumnFilter,
) tablestore.ColumnFilter {
	whole := tablestore.NewCompositeColumnCondition(operator)
	for _, filter := range filters {
		whole.AddFilter(filter)
	}
	return whole
}
`
