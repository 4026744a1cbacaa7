import { constant, required } from '../fields.js'
import { type MessageCodec, message } from '../message.js'
import { string } from '../wire.js'

export interface MatchAllQuery {
  readonly kind: 'matchAll'
}

/** Rows that have a value in the field. */
export interface ExistsQuery {
  readonly kind: 'exists'
  readonly fieldName: string
}

export const matchAllQuery: MessageCodec<MatchAllQuery> = message({ kind: constant('matchAll') })

export const existsQuery: MessageCodec<ExistsQuery> = message({
  kind: constant('exists'),
  fieldName: required(1, string, 'exists_query.field_name'),
})
