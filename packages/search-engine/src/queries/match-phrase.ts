import { errors, type MatchPhraseQuery } from '@rowhouse/protocol'
import { queryTokens } from './match.js'
import { noneQuery } from './none.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'
import { COMPARABLE, compileTerm } from './term.js'
import { scoredPhrase } from './text/scored-phrase.js'

/**
 * The tokens of the text, one directly after the other; on types other than TEXT the text is one
 * value.
 */
export function compileMatchPhrase(query: MatchPhraseQuery, scope: QueryScope): Query {
  const { fieldName, text, weight, slop } = query
  const field = fieldOf(scope, fieldName, 'MATCH_PHRASE_QUERY', COMPARABLE)
  if (slop < 0) throw errors.invalidSearchParameter('match_phrase_query.slop', slop)
  if (field.type !== 'TEXT')
    return compileTerm({ kind: 'term', fieldName, term: text, weight }, scope)
  const words = queryTokens(scope, field, text).flatMap(({ position, terms }) =>
    terms.map(({ term, offset }) => ({ term, position: position + offset })),
  )
  if (words.length === 0) return noneQuery()
  return scoredPhrase(scope, field, words, slop, weight)
}
