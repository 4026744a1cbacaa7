import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'
import { tagOf } from '../protobuf/wire-type.js'
import { constant, defaulted, optional, repeated, required } from './fields.js'
import { type GeoPoint, geoPointText } from './geo-point.js'
import { checked, type Field, type MessageCodec, mapped, message } from './message.js'
import type { Query } from './queries/query-message.js'
import { type SearchVariant, variant } from './search-variant.js'
import { bool, embedded, enumeration, string } from './wire.js'

export type SortOrder = 'ASC' | 'DESC'
/** Which value counts in a row with several. */
export type SortMode = 'MIN' | 'MAX' | 'AVG'

/** Only the children under `path` that match the filter count. */
export interface NestedFilter {
  readonly path: string
  readonly filter: Query
}

export interface FieldSort {
  readonly kind: 'field'
  readonly fieldName: string
  readonly order: SortOrder
  /** Undefined means MIN for ASC and MAX for DESC. */
  readonly mode: SortMode | undefined
  readonly nestedFilter: NestedFilter | undefined
  /** '_first', '_last' or a value of the field's type. */
  readonly missingValue: SearchVariant | undefined
  /** Fields that stand in for a missing one, in this order, before `missingValue`. */
  readonly missingFields: readonly string[]
}

export interface GeoDistanceSort {
  readonly kind: 'geoDistance'
  readonly fieldName: string
  readonly points: readonly GeoPoint[]
  readonly order: SortOrder
  readonly mode: SortMode | undefined
  readonly distanceType: 'ARC' | 'PLANE'
  readonly nestedFilter: NestedFilter | undefined
}

/** By score; the SDKs' default is the best first. */
export interface ScoreSort {
  readonly kind: 'score'
  readonly order: SortOrder
}

export interface PrimaryKeySort {
  readonly kind: 'primaryKey'
  readonly order: SortOrder
}

/** In the order in which the index stores the rows. */
export interface DocSort {
  readonly kind: 'doc'
  readonly order: SortOrder
}

export type Sorter = FieldSort | GeoDistanceSort | ScoreSort | PrimaryKeySort | DocSort

export interface Sort {
  readonly sorters: readonly Sorter[]
  /** Without the primary key, which breaks ties otherwise. */
  readonly disableDefaultPrimaryKeySorter: boolean
}

export const sortOrder = enumeration('sort.order', { ASC: 0, DESC: 1 })
const sortMode = enumeration('sort.mode', { MIN: 0, MAX: 1, AVG: 2 })
const distanceType = enumeration('geo_distance_sort.distance_type', { ARC: 0, PLANE: 1 })
const POINTS = 'geo_distance_sort.points'

const scoreSort: MessageCodec<ScoreSort> = message({
  kind: constant('score'),
  order: defaulted(1, sortOrder, 'DESC'),
})

const primaryKeySort: MessageCodec<PrimaryKeySort> = message({
  kind: constant('primaryKey'),
  order: defaulted(1, sortOrder, 'ASC'),
})

const docSort: MessageCodec<DocSort> = message({
  kind: constant('doc'),
  order: defaulted(1, sortOrder, 'ASC'),
})

/** The older field has one name, the newer one several; a message may have both. */
function missingFields(oneField: number, manyField: number): Field<readonly string[]> {
  return {
    tags: [tagOf(oneField, string.wireType), tagOf(manyField, string.wireType)],
    slot: () => {
      let one: string | undefined
      const many: string[] = []
      return {
        read(reader) {
          if (reader.isBytes(oneField)) one = reader.string()
          else if (many.length < limits.SEARCH_SORTERS_MAX) many.push(reader.string())
          else throw errors.searchTooMany('field_sort.missing_fields', limits.SEARCH_SORTERS_MAX)
        },
        value: () => (one === undefined ? many : [one, ...many]),
      }
    },
    write(writer, names, number) {
      const isOne = names.length === 1
      if (isOne === (number === oneField)) writer.strings(number, names)
    },
  }
}

function fieldSortOf(nested: Field<NestedFilter | undefined>): MessageCodec<FieldSort> {
  return message({
    kind: constant('field'),
    fieldName: required(1, string, 'field_sort.field_name'),
    order: defaulted(2, sortOrder, 'ASC'),
    mode: optional(3, sortMode),
    nestedFilter: nested,
    missingValue: optional(5, variant),
    missingFields: missingFields(6, 7),
  })
}

function geoDistanceSortOf(nested: Field<NestedFilter | undefined>): MessageCodec<GeoDistanceSort> {
  const codec: MessageCodec<GeoDistanceSort> = message({
    kind: constant('geoDistance'),
    fieldName: required(1, string, 'geo_distance_sort.field_name'),
    points: repeated(2, geoPointText(POINTS), { max: limits.SEARCH_GEO_POINTS_MAX, name: POINTS }),
    order: defaulted(3, sortOrder, 'ASC'),
    mode: optional(4, sortMode),
    distanceType: defaulted(5, distanceType, 'ARC'),
    nestedFilter: nested,
  })
  return checked(codec, ({ points }) => {
    if (points.length === 0) throw errors.mustNotBeNull(POINTS)
  })
}

type SorterForm = { readonly [K in Sorter['kind']]: Extract<Sorter, { kind: K }> | undefined }

/** Exactly one of the members is there. */
function sorterOf(query: MessageCodec<Query>): MessageCodec<Sorter> {
  const nestedFilter: MessageCodec<NestedFilter> = message({
    path: required(1, string, 'nested_filter.path'),
    filter: required(2, embedded(query), 'nested_filter.filter'),
  })
  const nested = embedded(nestedFilter)
  const form: MessageCodec<SorterForm> = message({
    field: optional(1, embedded(fieldSortOf(optional(4, nested)))),
    geoDistance: optional(2, embedded(geoDistanceSortOf(optional(6, nested)))),
    score: optional(3, embedded(scoreSort)),
    primaryKey: optional(4, embedded(primaryKeySort)),
    doc: optional(5, embedded(docSort)),
  })
  return mapped(
    form,
    ({ field, geoDistance, score, primaryKey, doc }) => {
      const sorter = field ?? geoDistance ?? score ?? primaryKey ?? doc
      if (sorter === undefined) throw errors.mustNotBeNull('sort.sorter')
      return sorter
    },
    (sorter) => ({
      field: sorter.kind === 'field' ? sorter : undefined,
      geoDistance: sorter.kind === 'geoDistance' ? sorter : undefined,
      score: sorter.kind === 'score' ? sorter : undefined,
      primaryKey: sorter.kind === 'primaryKey' ? sorter : undefined,
      doc: sorter.kind === 'doc' ? sorter : undefined,
    }),
  )
}

/** Filters of sorters are queries, so the codec of queries makes this one. */
export function sortOf(query: MessageCodec<Query>): MessageCodec<Sort> {
  return message({
    sorters: repeated(1, embedded(sorterOf(query)), {
      max: limits.SEARCH_SORTERS_MAX,
      name: 'sort.sorter',
    }),
    disableDefaultPrimaryKeySorter: defaulted(2, bool, false),
  })
}
