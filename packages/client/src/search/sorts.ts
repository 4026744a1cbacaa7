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

/** Builders of sorters. */

export interface FieldSortOptions {
  readonly mode?: SortMode
  readonly nestedFilter?: NestedFilter
  /** How rows without a value are sorted: '_first', '_last', or like this value. */
  readonly missingValue?: SearchVariant
  readonly missingFields?: readonly string[]
}

export const byField = (
  fieldName: string,
  order: SortOrder = 'ASC',
  { mode, nestedFilter, missingValue, missingFields = [] }: FieldSortOptions = {},
): FieldSort => ({
  kind: 'field',
  fieldName,
  order,
  mode,
  nestedFilter,
  missingValue,
  missingFields,
})

export const byDistance = (
  fieldName: string,
  points: readonly GeoPoint[],
  order: SortOrder = 'ASC',
): GeoDistanceSort => ({
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
