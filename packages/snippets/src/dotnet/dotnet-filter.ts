import { type Code, chain, followed, group } from '../layout/code-layout.js'
import { COMPARATORS } from '../layout/comparators.js'
import type { ColumnFilter } from '../request.js'
import { call, columnValue, text } from './dotnet-values.js'

interface Classes {
  readonly comparison: string
  readonly composite: string
  readonly add: string
}

/** The classes of the SDK for reads and for writes differ in their names only. */
const OF_READS: Classes = {
  comparison: 'SingleColumnValueFilter',
  composite: 'CompositeColumnValueFilter',
  add: 'AddFilter',
}
const OF_WRITES: Classes = {
  comparison: 'RelationalCondition',
  composite: 'CompositeCondition',
  add: 'AddCondition',
}

function expression(given: ColumnFilter, classes: Classes): Code {
  if (given.kind !== 'compare') {
    return chain(
      `new ${classes.composite}(LogicOperator.${given.kind.toUpperCase()})`,
      given.filters.map((each) => group(`.${classes.add}(`, [expression(each, classes)], ')')),
    )
  }
  const comparison = call(classes.comparison, [
    text(given.column),
    `CompareOperator.${COMPARATORS[given.comparison]}`,
    columnValue(given.value),
  ])
  return followed(comparison, ` { PassIfMissing = ${given.passesIfMissing} }`)
}

export const filter = (given: ColumnFilter): Code => expression(given, OF_READS)

export const columnCondition = (given: ColumnFilter): Code => expression(given, OF_WRITES)
