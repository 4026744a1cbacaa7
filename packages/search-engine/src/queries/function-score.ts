import type { FunctionScoreQuery } from '@rowhouse/protocol'
import type { CompileQuery } from './compile-query.js'
import { compileFunctionsScore } from './functions-score.js'
import type { Query } from './query.js'
import type { QueryScope } from './scope.js'

/** The older form: the query's score times a field's value. */
export function compileFunctionScore(
  { query, fieldName }: FunctionScoreQuery,
  scope: QueryScope,
  compile: CompileQuery,
): Query {
  const score = {
    kind: 'fieldValue',
    fieldName,
    factor: 1,
    modifier: 'NONE',
    missing: undefined,
  } as const
  const multiply = {
    kind: 'functionsScore',
    query,
    functions: [{ score, weight: 1, filter: undefined }],
    scoreMode: 'MULTIPLY',
    combineMode: 'MULTIPLY',
    minScore: undefined,
    maxScore: undefined,
  } as const
  return compileFunctionsScore(multiply, scope, compile)
}
