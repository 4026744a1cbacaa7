import { defaulted, repeated, required } from '../fields.js'
import { type GeoPoint, geoPoint } from '../geo-point.js'
import { type MessageCodec, mapped, message } from '../message.js'
import { type SearchVariant, variant } from '../search-variant.js'
import { bool, double, embedded, int64, int64Number, string } from '../wire.js'
import type { SubResultFields, SubResults } from './group-by-result.js'

/** The value as text, whatever the field's type. */
export interface FieldItem extends SubResults {
  readonly key: string
  readonly rowCount: number
}

export interface RangeItem extends SubResults {
  readonly from: number
  readonly to: number
  readonly rowCount: number
}

export interface FilterItem extends SubResults {
  readonly rowCount: number
}

export interface HistogramItem extends SubResults {
  readonly key: SearchVariant
  readonly rowCount: number
}

/** `timestamp` in milliseconds since the epoch. */
export interface DateHistogramItem extends SubResults {
  readonly timestamp: bigint
  readonly rowCount: number
}

export interface GeoGridItem extends SubResults {
  /** A geohash. */
  readonly key: string
  readonly topLeft: GeoPoint
  readonly bottomRight: GeoPoint
  readonly rowCount: number
}

/** One key for each source; null where the row has no value. */
export interface CompositeItem extends SubResults {
  readonly keys: readonly (string | null)[]
  readonly rowCount: number
}

const rowCount = (number: number) => defaulted(number, int64Number, 0)

export function fieldItemOf(sub: SubResultFields): MessageCodec<FieldItem> {
  return message({
    key: required(1, string, 'group_by_field_result_item.key'),
    rowCount: rowCount(2),
    ...sub(3, 4),
  })
}

/** For ranges and distances alike. */
export function rangeItemOf(sub: SubResultFields): MessageCodec<RangeItem> {
  return message({
    from: defaulted(1, double, Number.NEGATIVE_INFINITY),
    to: defaulted(2, double, Number.POSITIVE_INFINITY),
    rowCount: rowCount(3),
    ...sub(4, 5),
  })
}

export function filterItemOf(sub: SubResultFields): MessageCodec<FilterItem> {
  return message({ rowCount: rowCount(1), ...sub(2, 3) })
}

export function histogramItemOf(sub: SubResultFields): MessageCodec<HistogramItem> {
  return message({
    key: required(1, variant, 'group_by_histogram_item.key'),
    rowCount: rowCount(2),
    ...sub(3, 4),
  })
}

export function dateHistogramItemOf(sub: SubResultFields): MessageCodec<DateHistogramItem> {
  return message({
    timestamp: required(1, int64, 'group_by_date_histogram_item.timestamp'),
    rowCount: rowCount(2),
    ...sub(3, 4),
  })
}

type GeoGrid = Pick<GeoGridItem, 'topLeft' | 'bottomRight'>

const geoGrid: MessageCodec<GeoGrid> = message({
  topLeft: required(1, embedded(geoPoint), 'geo_grid.top_left'),
  bottomRight: required(2, embedded(geoPoint), 'geo_grid.bottom_right'),
})

type GeoGridForm = Omit<GeoGridItem, keyof GeoGrid> & { readonly grid: GeoGrid }

export function geoGridItemOf(sub: SubResultFields): MessageCodec<GeoGridItem> {
  const form: MessageCodec<GeoGridForm> = message({
    key: required(1, string, 'group_by_geo_grid_result_item.key'),
    grid: required(2, embedded(geoGrid), 'group_by_geo_grid_result_item.geo_grid'),
    rowCount: rowCount(3),
    ...sub(4, 5),
  })
  return mapped(
    form,
    ({ grid, ...item }) => ({ ...item, ...grid }),
    ({ topLeft, bottomRight, ...item }) => ({ ...item, grid: { topLeft, bottomRight } }),
  )
}

type CompositeForm = Omit<CompositeItem, 'keys'> & {
  readonly keys: readonly string[]
  readonly areNull: readonly boolean[]
}

export function compositeItemOf(sub: SubResultFields): MessageCodec<CompositeItem> {
  const form: MessageCodec<CompositeForm> = message({
    keys: repeated(1, string),
    rowCount: rowCount(2),
    ...sub(3, 4),
    areNull: repeated(5, bool),
  })
  return mapped(
    form,
    ({ keys, areNull, ...item }) => ({
      ...item,
      keys: keys.map((key, position) => (areNull[position] === true ? null : key)),
    }),
    ({ keys, ...item }) => ({
      ...item,
      keys: keys.map((key) => key ?? ''),
      areNull: keys.map((key) => key === null),
    }),
  )
}
