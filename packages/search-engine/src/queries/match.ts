import { errors, limits, type MatchQuery } from '@rowhouse/protocol'
import type { QueryToken } from '../analyzers/analyzer.js'
import type { FieldLayout } from '../schema/index-layout.js'
import { compiledBool } from './bool.js'
import { checkMinimum, minimumOf } from './minimum-of-clauses.js'
import { noneQuery } from './none.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { COMPARABLE, compileTerm } from './term.js'
import { scoredPhrase } from './text/scored-phrase.js'

/**
 * The tokens of the text: any, all, or a minimum of them. The minimum applies to OR, as the Python
 * SDK's test of match queries shows. On types other than TEXT the text is one value.
 */
export function compileMatch(query: MatchQuery, scope: QueryScope): Query {
  const field = fieldOf(scope, query.fieldName, 'MATCH_QUERY', COMPARABLE)
  checkMinimum(query.minimumShouldMatch)
  if (field.type !== 'TEXT') {
    const { fieldName, text, weight } = query
    return compileTerm({ kind: 'term', fieldName, term: text, weight }, scope)
  }
  const tokens = queryTokens(scope, field, query.text)
  if (tokens.length === 0) return noneQuery()
  const clauses = tokens.map((token) => tokenQuery(scope, field, token, query.weight))
  if (query.operator === 'AND') return compiledBool({ must: clauses })
  const minimum = query.minimumShouldMatch ?? 1
  return compiledBool({ should: clauses, minimum: Math.max(1, minimumOf(minimum, clauses.length)) })
}

export function queryTokens(scope: QueryScope, field: FieldLayout, text: string): QueryToken[] {
  const { analyzer } = field
  if (analyzer === undefined) throw new Error(`no analyzer of ${field.name}`)
  const tokens = scope.analyzerOf(analyzer).analyzeQuery(text)
  const terms = tokens.reduce((sum, token) => sum + token.terms.length, 0)
  if (terms > limits.SEARCH_TERMS_MAX) {
    throw errors.searchTooMany('words to match', limits.SEARCH_TERMS_MAX)
  }
  return tokens
}

function tokenQuery(
  scope: QueryScope,
  field: FieldLayout,
  token: QueryToken,
  boost: number,
): Query {
  const words = token.terms.map(({ term, offset }) => ({ term, position: offset }))
  return scoredPhrase(scope, field, words, 0, boost)
}
