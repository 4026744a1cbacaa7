import { constant, required } from '../fields.js'
import { type MessageCodec, mapped, message } from '../message.js'
import { embedded, string } from '../wire.js'
import type { Query } from './query-message.js'

/** The rows that match the filter, each with the score 1. */
export interface ConstScoreQuery {
  readonly kind: 'constScore'
  readonly filter: Query
}

/** The query's score times the value of the field; the older form of FunctionsScoreQuery. */
export interface FunctionScoreQuery {
  readonly kind: 'functionScore'
  readonly query: Query
  readonly fieldName: string
}

export function constScoreQueryOf(query: MessageCodec<Query>): MessageCodec<ConstScoreQuery> {
  return message({
    kind: constant('constScore'),
    filter: required(1, embedded(query), 'const_score_query.filter'),
  })
}

const FACTOR = 'function_score_query.field_value_factor'

const fieldValueFactor: MessageCodec<{ readonly fieldName: string }> = message({
  fieldName: required(1, string, `${FACTOR}.field_name`),
})

interface WireForm {
  readonly query: Query
  readonly factor: { readonly fieldName: string }
}

export function functionScoreQueryOf(query: MessageCodec<Query>): MessageCodec<FunctionScoreQuery> {
  const codec: MessageCodec<WireForm> = message({
    query: required(1, embedded(query), 'function_score_query.query'),
    factor: required(2, embedded(fieldValueFactor), FACTOR),
  })
  return mapped(
    codec,
    ({ query: inner, factor }) => ({
      kind: 'functionScore',
      query: inner,
      fieldName: factor.fieldName,
    }),
    ({ query: inner, fieldName }) => ({ query: inner, factor: { fieldName } }),
  )
}
