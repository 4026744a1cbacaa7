import type {
  DocSort,
  FieldSort,
  GeoDistanceSort,
  GeoPoint,
  NestedFilter,
  PrimaryKeySort,
  ScoreSort,
  SearchVariant,
  SortMode,
  SortOrder,
} from '@rowhouse/protocol'

/**
 * Builders of sorters. The type of a sorter has the name of its field, so that a search of a table takes only
 * sorters by its fields.
 */

export interface FieldSortOptions {
  readonly mode?: SortMode
  readonly nestedFilter?: NestedFilter
  /** How rows without a value are sorted: '_first', '_last', or like this value. */
  readonly missingValue?: SearchVariant
  readonly missingFields?: readonly string[]
}

export const byField = <const Name extends string>(
  fieldName: Name,
  order: SortOrder = 'ASC',
  { mode, nestedFilter, missingValue, missingFields = [] }: FieldSortOptions = {},
): FieldSort & { readonly fieldName: Name } => ({
  kind: 'field',
  fieldName,
  order,
  mode,
  nestedFilter,
  missingValue,
  missingFields,
})

export const byDistance = <const Name extends string>(
  fieldName: Name,
  points: readonly GeoPoint[],
  order: SortOrder = 'ASC',
): GeoDistanceSort & { readonly fieldName: Name } => ({
  kind: 'geoDistance',
  fieldName,
  points,
  order,
  mode: undefined,
  distanceType: 'ARC',
  nestedFilter: undefined,
})

export const byScore = (order: SortOrder = 'DESC'): ScoreSort => ({ kind: 'score', order })
export const byKey = (order: SortOrder = 'ASC'): PrimaryKeySort => ({ kind: 'primaryKey', order })
export const byDocument = (order: SortOrder = 'ASC'): DocSort => ({ kind: 'doc', order })
