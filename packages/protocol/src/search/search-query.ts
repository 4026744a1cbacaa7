import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { tagOf } from '../protobuf/wire-type.js'
import { type Aggregation, aggregations } from './aggregations/aggregation.js'
import { type GroupBy, groupBys } from './aggregations/group-by.js'
import { absentWhenEmpty, defaulted, nonEmptyBytes, optional, required } from './fields.js'
import { type Highlight, highlight } from './highlight.js'
import { checked, type Field, type MessageCodec, mapped, message } from './message.js'
import { type Query, query, sort } from './queries/query-message.js'
import { searchFilter } from './search-filter.js'
import type { Sort } from './sort.js'
import { bool, embedded, int32, string } from './wire.js'

/** Special values of `trackTotalCount`; any other number is a limit up to which hits are counted. */
export const TrackTotalCount = { OFF: -1, ALL: 2_147_483_647 } as const

export interface SearchQuery {
  readonly offset: number
  readonly limit: number | undefined
  readonly query: Query
  /** One hit is returned for each value of this field. */
  readonly collapse: string | undefined
  readonly sort: Sort | undefined
  readonly trackTotalCount: number
  /** Where the last page ended; carries the sort. */
  readonly token: Buffer | undefined
  readonly aggregations: readonly Aggregation[]
  readonly groupBys: readonly GroupBy[]
  readonly highlight: Highlight | undefined
  /** Applied to the query's hits before they are counted and aggregated. */
  readonly filter: Query | undefined
}

const collapseForm: MessageCodec<{ readonly fieldName: string }> = message({
  fieldName: required(1, string, 'collapse.field_name'),
})

const collapse: MessageCodec<string> = mapped(
  collapseForm,
  ({ fieldName }) => fieldName,
  (fieldName) => ({ fieldName }),
)

/** Older clients send yes or no, newer ones a limit, which wins when both are there. */
function trackTotalCount(olderField: number, newerField: number): Field<number> {
  return {
    tags: [tagOf(olderField, bool.wireType), tagOf(newerField, int32.wireType)],
    slot: () => {
      let all = false
      let upTo: number | undefined
      return {
        read(reader) {
          if (reader.isVarint(olderField)) all = reader.bool()
          else upTo = reader.int32()
        },
        value: () => upTo ?? (all ? TrackTotalCount.ALL : TrackTotalCount.OFF),
      }
    },
    write: (writer, value, number) => {
      if (number === newerField) writer.int32(number, value)
    },
  }
}

const form: MessageCodec<SearchQuery> = message({
  offset: defaulted(1, int32, 0),
  limit: optional(2, int32),
  query: defaulted<Query>(4, embedded(query), { kind: 'matchAll' }),
  collapse: optional(5, embedded(collapse)),
  sort: optional(6, embedded(sort)),
  token: nonEmptyBytes(9),
  aggregations: absentWhenEmpty(10, aggregations),
  groupBys: absentWhenEmpty(11, groupBys),
  highlight: optional(12, embedded(highlight)),
  trackTotalCount: trackTotalCount(8, 13),
  filter: optional(14, embedded(searchFilter)),
})

export const searchQuery = checked(form, checkPage)

/** A token says where a page begins, so an offset beside it is refused, as the service documents. */
function checkPage({ offset, limit = limits.SEARCH_LIMIT_DEFAULT, token }: SearchQuery): void {
  const isMisplaced = token !== undefined && offset !== 0
  if (offset < 0 || isMisplaced) throw errors.invalidSearchParameter('search_query.offset', offset)
  if (limit < 0) throw errors.invalidSearchParameter('search_query.limit', limit)
  if (offset + limit > limits.SEARCH_OFFSET_LIMIT_MAX) {
    throw errors.offsetLimitTooLarge(offset, limit)
  }
}
