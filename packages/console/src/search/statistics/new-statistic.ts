import { type DataObject, objectsOf } from '../forms/form.js'
import { type IndexField, isSortable, textOfValue } from '../forms/searchable-fields.js'

/** What can be added with a click. */
export const STATISTICS = [
  'topValues',
  'overTime',
  'histogram',
  'avg',
  'sum',
  'min',
  'max',
  'count',
  'distinctCount',
  'percentiles',
] as const
export type StatisticKind = (typeof STATISTICS)[number]

const NUMERIC: readonly string[] = ['LONG', 'DOUBLE']
const COUNTED: readonly StatisticKind[] = ['count', 'distinctCount']

export function mayCount(kind: StatisticKind, field: IndexField): boolean {
  if (field.within !== undefined || !isSortable(field)) return false
  if (kind === 'overTime') return field.type === 'DATE'
  if (kind === 'topValues') return field.type !== 'DATE' && field.type !== 'GEO_POINT'
  return (
    COUNTED.includes(kind) ||
    NUMERIC.includes(field.type) ||
    (field.type === 'DATE' && kind !== 'histogram')
  )
}

/** A name that none of them has. */
function freshName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let number = 2; taken.includes(name); number++) name = `${wanted} ${number}`
  return name
}

/** The least and the largest value of a field. */
export interface Span {
  readonly least: number
  readonly most: number
}

/** The search with one more group-by or figure; a span cuts a histogram into a readable number of columns. */
export function withStatistic(
  search: DataObject,
  kind: StatisticKind,
  field: IndexField,
  span?: Span,
): DataObject {
  const part =
    kind === 'topValues' || kind === 'overTime' || kind === 'histogram'
      ? 'groupBys'
      : 'aggregations'
  const others = objectsOf(search[part])
  const taken = others.map((each) => textOfValue(each['name']))
  const name = freshName(part === 'groupBys' ? field.name : `${kind} ${field.name}`, taken)
  return { ...search, [part]: [...others, newStatistic(kind, name, field, span)] }
}

const TOP_VALUES = 10
const COLUMNS_MAX = 50
const USUAL_STEP = 10

/** 1, 2 or 5 times a power of ten. */
export function histogramStep({ least, most }: Span, isWhole: boolean): number {
  const wanted = (most - least) / COLUMNS_MAX
  if (!(wanted > 0)) return isWhole ? 1 : USUAL_STEP
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = [1, 2, 5].map((each) => each * power).find((each) => each >= wanted) ?? 10 * power
  return isWhole ? Math.max(1, Math.round(step)) : step
}

function newStatistic(
  kind: StatisticKind,
  name: string,
  field: IndexField,
  span: Span | undefined,
): DataObject {
  const fieldName = field.name
  const isWhole = field.type === 'LONG'
  const step = span === undefined ? USUAL_STEP : histogramStep(span, isWhole)
  switch (kind) {
    case 'topValues':
      return {
        kind: 'field',
        name,
        fieldName,
        size: TOP_VALUES,
        sort: [{ kind: 'rowCount', order: 'DESC' }],
      }
    case 'overTime':
      return { kind: 'dateHistogram', name, fieldName, interval: { value: 1, unit: 'DAY' } }
    case 'histogram':
      return { kind: 'histogram', name, fieldName, interval: isWhole ? BigInt(step) : step }
    case 'percentiles':
      return { kind, name, fieldName, percentiles: [50, 90, 99] }
    default:
      return { kind, name, fieldName }
  }
}
