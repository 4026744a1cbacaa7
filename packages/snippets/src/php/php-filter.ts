import type { Code } from '../layout/code-layout.js'
import { COMPARATORS } from '../layout/comparators.js'
import type { ColumnFilter } from '../request.js'
import { list, members, text, value } from './php-values.js'

/** A filter as the arrays that the SDK takes for reads and writes. */
export const filter = (given: ColumnFilter): Code =>
  given.kind === 'compare'
    ? members({
        column_name: text(given.column),
        value: value(given.value),
        comparator: `ComparatorTypeConst::CONST_${COMPARATORS[given.comparison]}`,
        pass_if_missing: String(given.passesIfMissing),
      })
    : members({
        logical_operator: `LogicalOperatorConst::CONST_${given.kind.toUpperCase()}`,
        sub_conditions: list(given.filters.map(filter)),
      })
