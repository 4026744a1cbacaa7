import { type Form, needed, optional, recordOf, types, unionOf } from './form.js'
import { dateTime, highlight, point, query, sort } from './query-forms.js'

const { field, value, text, number, count, list, form, choice, either } = types

/** Counts all hits, however many. */
const COUNT_ALL = 2_147_483_647

const name = needed(text)
const overField = { name, fieldName: needed(field), missing: optional(value) }

export const aggregationForm = unionOf('aggregation', {
  avg: overField,
  max: overField,
  min: overField,
  sum: overField,
  count: { name, fieldName: needed(field) },
  distinctCount: overField,
  percentiles: { ...overField, percentiles: needed(list(number)) },
  topRows: { name, limit: needed(count), sort: optional(sort) },
})
const aggregations = list(form(() => aggregationForm))

const groupSorterForm = unionOf('groupSorter', {
  rowCount: { order: optional(choice('ASC', 'DESC'), 'ASC') },
  groupKey: { order: optional(choice('ASC', 'DESC'), 'ASC') },
  subAggregation: { name, order: optional(choice('ASC', 'DESC'), 'ASC') },
})
const groupSort = optional(list(form(() => groupSorterForm)))

const rangeForm = recordOf({
  from: optional(number, Number.NEGATIVE_INFINITY),
  to: optional(number, Number.POSITIVE_INFINITY),
})
const ranges = needed(list(form(() => rangeForm)))
const fieldRangeForm = recordOf({ min: needed(value), max: needed(value) })
const fieldRange = optional(form(() => fieldRangeForm))

const groupBys = list(form(() => groupByForm))
const within = {
  subAggregations: optional(aggregations, []),
  subGroupBys: optional(groupBys, []),
}

export const groupByForm: Form = unionOf('groupBy', {
  field: {
    name,
    fieldName: needed(field),
    size: optional(count),
    sort: groupSort,
    minDocCount: optional(count),
    ...within,
  },
  range: { name, fieldName: needed(field), ranges, ...within },
  filter: { name, filters: needed(list(query)), ...within },
  histogram: {
    name,
    fieldName: needed(field),
    interval: needed(value),
    missing: optional(value),
    minDocCount: optional(count),
    sort: groupSort,
    fieldRange,
    offset: optional(value),
    ...within,
  },
  dateHistogram: {
    name,
    fieldName: needed(field),
    interval: needed(dateTime),
    fieldRange,
    missing: optional(value),
    minDocCount: optional(count),
    timeZone: optional(text),
    sort: groupSort,
    offset: optional(dateTime),
    ...within,
  },
  geoDistance: { name, fieldName: needed(field), origin: needed(point), ranges, ...within },
  geoGrid: {
    name,
    fieldName: needed(field),
    precision: needed(count),
    size: optional(count),
    ...within,
  },
  composite: {
    name,
    sources: needed(groupBys),
    size: optional(count),
    nextToken: optional(text),
    suggestedSize: optional(count),
    ...within,
  },
})

/**
 * A whole search: what is asked, in which order, which columns come, and what is counted over the
 * hits.
 */
export const searchForm = recordOf({
  query: optional(query, { kind: 'matchAll' }),
  filter: optional(query),
  sort: optional(sort),
  columns: optional(either(choice('all', 'indexed', 'none'), list(text)), 'all'),
  collapse: optional(field),
  highlight: optional(highlight),
  aggregations: optional(aggregations, []),
  groupBys: optional(groupBys, []),
  trackTotalCount: optional(count, COUNT_ALL),
})
