import { constant, defaulted, optional, required } from '../fields.js'
import { type MessageCodec, message } from '../message.js'
import { type SearchVariant, variant } from '../search-variant.js'
import { bool, string } from '../wire.js'

/** Values between the bounds; a missing bound is open. */
export interface RangeQuery {
  readonly kind: 'range'
  readonly fieldName: string
  readonly from: SearchVariant | undefined
  readonly to: SearchVariant | undefined
  readonly includeLower: boolean
  readonly includeUpper: boolean
}

export const rangeQuery: MessageCodec<RangeQuery> = message({
  kind: constant('range'),
  fieldName: required(1, string, 'range_query.field_name'),
  from: optional(2, variant),
  to: optional(3, variant),
  includeLower: defaulted(4, bool, false),
  includeUpper: defaulted(5, bool, false),
})
