import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import { columnEnds } from '../columns/column-ends.js'
import { termsOf } from './term-hits.js'

/** The number of terms of a field, summed over the segments. */
export function termCount(field: AggregatedField, views: readonly SegmentView[]): number {
  return views.reduce((sum, view) => sum + (termsOf(field, view)?.size ?? 0), 0)
}

/** The field that is likely to have the most distinct values. */
export function fieldWithMostKeys(
  fields: readonly AggregatedField[],
  views: readonly SegmentView[],
): AggregatedField | undefined {
  const counted = fields.map((field) => ({
    field,
    count:
      field.layout.type === 'KEYWORD'
        ? termCount(field, views)
        : views.reduce((sum, view) => sum + numbersMax(field, view), 0),
  }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.field
}

/** The most distinct numbers that a segment can have. */
function numbersMax(field: AggregatedField, { segment }: SegmentView): number {
  const found = field.find(segment.rows)
  if (found?.field.kind !== 'numeric' || found.field.column === undefined) return 0
  const { column } = found.field
  if (!(column.values instanceof Int32Array)) return column.values.length
  const [least = 0, most = 0] = columnEnds(found.field, column).values
  return Math.min(column.values.length, Number(most) - Number(least) + 1)
}
