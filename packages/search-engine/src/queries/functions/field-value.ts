import type { FieldValueFunction } from '@rowhouse/protocol'
import { fieldValueFactor } from '../../scoring/field-value-factor.js'
import { leastNumber } from '../numbers/column-numbers.js'
import { fieldOf, type QueryScope } from '../scope.js'
import type { RowFunction } from './row-function.js'

type FieldValue = Omit<FieldValueFunction, 'kind'>

/** A document without a value counts as `missing`, or else as 1, which changes nothing. */
export function compileFieldValue(asked: FieldValue, scope: QueryScope): RowFunction {
  const { factor, modifier, missing } = asked
  const { name } = fieldOf(scope, asked.fieldName, 'FUNCTIONS_SCORE_QUERY', ['LONG', 'DOUBLE'])
  const absent = missing === undefined ? 1 : positive(fieldValueFactor(missing, factor, modifier))
  return (_, __, level) => {
    const field = level.field(name)
    if (field?.kind !== 'numeric') return () => absent
    const valueOf = leastNumber(field)
    return (document) => {
      const value = valueOf(document)
      return value === undefined ? absent : positive(fieldValueFactor(value, factor, modifier))
    }
  }
}

/** Scores are not negative: a negative one could not be told from one that a minimum has cut. */
const positive = (score: number): number => Math.max(0, score)
