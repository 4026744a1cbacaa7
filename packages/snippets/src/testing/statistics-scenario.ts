import type { Aggregation, FieldSort, GroupBy } from '@rowhouse/protocol'

const byNumber: FieldSort = {
  kind: 'field',
  fieldName: 'number',
  order: 'ASC',
  mode: undefined,
  nestedFilter: undefined,
  missingValue: undefined,
  missingFields: [],
}

/** Every aggregation. */
export const AGGREGATIONS: readonly Aggregation[] = [
  { kind: 'sum', name: 'income', fieldName: 'price', missing: 0.25 },
  { kind: 'avg', name: 'mean', fieldName: 'price', missing: undefined },
  { kind: 'min', name: 'least', fieldName: 'number', missing: 5n },
  { kind: 'max', name: 'most', fieldName: 'number', missing: undefined },
  { kind: 'count', name: 'priced', fieldName: 'price' },
  { kind: 'distinctCount', name: 'buyers', fieldName: 'buyer', missing: 'nobody' },
  {
    kind: 'percentiles',
    name: 'prices',
    fieldName: 'price',
    percentiles: [50, 99.5],
    missing: 1.5,
  },
  {
    kind: 'topRows',
    name: 'first',
    limit: 1,
    sort: { sorters: [byNumber], disableDefaultPrimaryKeySorter: false },
  },
]

const NOTHING = { subAggregations: [], subGroupBys: [] } as const

const days: GroupBy = {
  ...NOTHING,
  kind: 'dateHistogram',
  name: 'by_day',
  fieldName: 'paid_on',
  interval: { value: 1, unit: 'DAY' },
  fieldRange: { min: '2026-02-01', max: '2026-02-05' },
  missing: '2026-02-04',
  minDocCount: 1,
  timeZone: '+08:00',
  sort: [{ kind: 'groupKey', order: 'DESC' }],
  offset: undefined,
}

const prices: GroupBy = {
  ...NOTHING,
  kind: 'range',
  name: 'by_price',
  fieldName: 'price',
  ranges: [
    { from: Number.NEGATIVE_INFINITY, to: 2.5 },
    { from: 2.5, to: Number.POSITIVE_INFINITY },
  ],
}

/** Every group-by, as many as a level may have at once; the first and the last have others within them. */
export const GROUP_BYS: readonly (readonly GroupBy[])[] = [
  [
    {
      kind: 'field',
      name: 'by_buyer',
      fieldName: 'buyer',
      size: 5,
      sort: [
        { kind: 'subAggregation', name: 'mean', order: 'DESC' },
        { kind: 'rowCount', order: 'ASC' },
      ],
      minDocCount: undefined,
      subAggregations: [
        { kind: 'avg', name: 'mean', fieldName: 'price', missing: 77.25 },
        ...AGGREGATIONS.slice(-2),
      ],
      subGroupBys: [prices],
    },
    prices,
    {
      ...NOTHING,
      kind: 'filter',
      name: 'by_note',
      filters: [
        { kind: 'exists', fieldName: 'note' },
        { kind: 'term', fieldName: 'buyer', term: 'Bob', weight: 1 },
      ],
    },
    {
      ...NOTHING,
      kind: 'geoDistance',
      name: 'by_distance',
      fieldName: 'place',
      origin: { lat: 1.5, lon: 2 },
      ranges: [
        { from: 0, to: 1000 },
        { from: 1000, to: Number.POSITIVE_INFINITY },
      ],
    },
    {
      ...NOTHING,
      kind: 'histogram',
      name: 'by_number',
      fieldName: 'number',
      interval: 2n,
      missing: 1n,
      minDocCount: 1,
      sort: undefined,
      fieldRange: { min: 0n, max: 10n },
      offset: undefined,
    },
  ],
  [
    days,
    { ...NOTHING, kind: 'geoGrid', name: 'by_place', fieldName: 'place', precision: 3, size: 10 },
    {
      kind: 'composite',
      name: 'by_both',
      sources: [
        {
          ...NOTHING,
          kind: 'field',
          name: 'buyer',
          fieldName: 'buyer',
          size: undefined,
          sort: [{ kind: 'groupKey', order: 'ASC' }],
          minDocCount: undefined,
        },
        { ...days, name: 'day', minDocCount: undefined },
      ],
      size: 3,
      nextToken: undefined,
      suggestedSize: undefined,
      subAggregations: [{ kind: 'sum', name: 'income', fieldName: 'price', missing: undefined }],
      subGroupBys: [],
    },
  ],
]
