import { constant, defaulted, required } from '../fields.js'
import { type MessageCodec, message } from '../message.js'
import { enumeration, int32, string } from '../wire.js'
import { type MinimumShouldMatch, minimumShouldMatch } from './minimum-should-match.js'
import { weight } from './weight.js'

/** Rows with any token of the text, or with all of them. */
export interface MatchQuery {
  readonly kind: 'match'
  readonly fieldName: string
  readonly text: string
  readonly minimumShouldMatch: MinimumShouldMatch | undefined
  readonly operator: 'OR' | 'AND'
  readonly weight: number
}

/** Rows with the tokens of the text in their order; `slop` positions may lie between. */
export interface MatchPhraseQuery {
  readonly kind: 'matchPhrase'
  readonly fieldName: string
  readonly text: string
  readonly weight: number
  readonly slop: number
}

const operator = enumeration('match_query.operator', { OR: 1, AND: 2 })

export const matchQuery: MessageCodec<MatchQuery> = message({
  kind: constant('match'),
  fieldName: required(1, string, 'match_query.field_name'),
  text: required(2, string, 'match_query.text'),
  minimumShouldMatch: minimumShouldMatch(3, 6),
  operator: defaulted(4, operator, 'OR'),
  weight: weight(5),
})

export const matchPhraseQuery: MessageCodec<MatchPhraseQuery> = message({
  kind: constant('matchPhrase'),
  fieldName: required(1, string, 'match_phrase_query.field_name'),
  text: required(2, string, 'match_phrase_query.text'),
  weight: weight(3),
  slop: defaulted(4, int32, 0),
})
