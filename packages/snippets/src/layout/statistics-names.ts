import type { Aggregation, GroupBy } from '@rowhouse/protocol'

/** The names of the protocol, which the SDKs share. */
export const AGGREGATIONS: Readonly<Record<Aggregation['kind'], string>> = {
  avg: 'AVG',
  max: 'MAX',
  min: 'MIN',
  sum: 'SUM',
  count: 'COUNT',
  distinctCount: 'DISTINCT_COUNT',
  topRows: 'TOP_ROWS',
  percentiles: 'PERCENTILES',
}

export const GROUP_BYS: Readonly<Record<GroupBy['kind'], string>> = {
  field: 'FIELD',
  range: 'RANGE',
  filter: 'FILTER',
  geoDistance: 'GEO_DISTANCE',
  histogram: 'HISTOGRAM',
  dateHistogram: 'DATE_HISTOGRAM',
  geoGrid: 'GEO_GRID',
  composite: 'COMPOSITE',
}

/** The first letter of a kind in capitals, as in the SDKs' classes. */
export const className = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1)

const PRECISIONS = [
  'GHP_5009KM_4992KM_1',
  'GHP_1252KM_624KM_2',
  'GHP_156KM_156KM_3',
  'GHP_39KM_19KM_4',
  'GHP_4900M_4900M_5',
  'GHP_1200M_609M_6',
  'GHP_152M_152M_7',
  'GHP_38M_19M_8',
  'GHP_480CM_480CM_9',
  'GHP_120CM_595MM_10',
  'GHP_149MM_149MM_11',
  'GHP_37MM_19MM_12',
] as const

/** The name of a geohash's length, 1 to 12. */
export const precisionName = (precision: number): string => {
  const name = PRECISIONS[precision - 1]
  if (name === undefined) throw new RangeError(`no precision ${precision}`)
  return name
}
