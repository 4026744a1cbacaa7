import { limits } from '../../limits.js'
import { constant, repeated, required } from '../fields.js'
import { type MessageCodec, message } from '../message.js'
import { type SearchVariant, variant } from '../search-variant.js'
import { string } from '../wire.js'
import { weight } from './weight.js'

/** Values equal to the term, which is not analysed. */
export interface TermQuery {
  readonly kind: 'term'
  readonly fieldName: string
  readonly term: SearchVariant
  readonly weight: number
}

/** Values equal to any of the terms. */
export interface TermsQuery {
  readonly kind: 'terms'
  readonly fieldName: string
  readonly terms: readonly SearchVariant[]
  readonly weight: number
}

export const termQuery: MessageCodec<TermQuery> = message({
  kind: constant('term'),
  fieldName: required(1, string, 'term_query.field_name'),
  term: required(2, variant, 'term_query.term'),
  weight: weight(3),
})

export const termsQuery: MessageCodec<TermsQuery> = message({
  kind: constant('terms'),
  fieldName: required(1, string, 'terms_query.field_name'),
  terms: repeated(2, variant, { max: limits.SEARCH_TERMS_MAX, name: 'terms' }),
  weight: weight(3),
})
