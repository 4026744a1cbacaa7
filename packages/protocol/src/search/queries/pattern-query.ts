import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { constant, required } from '../fields.js'
import { checked, type MessageCodec, message } from '../message.js'
import { string } from '../wire.js'
import { weight } from './weight.js'

export interface PrefixQuery {
  readonly kind: 'prefix'
  readonly fieldName: string
  readonly prefix: string
  readonly weight: number
}

export interface SuffixQuery {
  readonly kind: 'suffix'
  readonly fieldName: string
  readonly suffix: string
  readonly weight: number
}

/** `*` stands for any run of characters, `?` for one. */
export interface WildcardQuery {
  readonly kind: 'wildcard'
  readonly fieldName: string
  readonly value: string
  readonly weight: number
}

const prefix: MessageCodec<PrefixQuery> = message({
  kind: constant('prefix'),
  fieldName: required(1, string, 'prefix_query.field_name'),
  prefix: required(2, string, 'prefix_query.prefix'),
  weight: weight(3),
})

const suffix: MessageCodec<SuffixQuery> = message({
  kind: constant('suffix'),
  fieldName: required(1, string, 'suffix_query.field_name'),
  suffix: required(2, string, 'suffix_query.suffix'),
  weight: weight(3),
})

const wildcard: MessageCodec<WildcardQuery> = message({
  kind: constant('wildcard'),
  fieldName: required(1, string, 'wildcard_query.field_name'),
  value: required(2, string, 'wildcard_query.value'),
  weight: weight(3),
})

function checkBytes(text: string, queryType: string): void {
  const max = limits.SEARCH_PREFIX_BYTES_MAX
  if (Buffer.byteLength(text) > max) throw errors.searchTooLong(max, queryType)
}

function checkWildcard({ value }: WildcardQuery): void {
  const max = limits.SEARCH_WILDCARD_LENGTH_MAX
  // A character has at most two UTF-16 units, so a longer text need not be counted.
  if (value.length > max * 2 || Array.from(value).length > max) {
    throw errors.searchTooLong(max, 'WILDCARD_QUERY')
  }
}

export const prefixQuery = checked(prefix, (query) => checkBytes(query.prefix, 'PREFIX_QUERY'))
export const suffixQuery = checked(suffix, (query) => checkBytes(query.suffix, 'SUFFIX_QUERY'))
export const wildcardQuery = checked(wildcard, checkWildcard)
