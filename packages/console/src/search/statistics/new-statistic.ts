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

/** The search with one more group-by or figure. */
export function withStatistic(
  search: DataObject,
  kind: StatisticKind,
  field: IndexField,
): DataObject {
  const part =
    kind === 'topValues' || kind === 'overTime' || kind === 'histogram'
      ? 'groupBys'
      : 'aggregations'
  const others = objectsOf(search[part])
  const taken = others.map((each) => textOfValue(each['name']))
  const name = freshName(part === 'groupBys' ? field.name : `${kind} ${field.name}`, taken)
  return { ...search, [part]: [...others, newStatistic(kind, name, field)] }
}

const TOP_VALUES = 10

function newStatistic(kind: StatisticKind, name: string, field: IndexField): DataObject {
  const fieldName = field.name
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
      return { kind: 'histogram', name, fieldName, interval: field.type === 'LONG' ? 10n : 10 }
    case 'percentiles':
      return { kind, name, fieldName, percentiles: [50, 90, 99] }
    default:
      return { kind, name, fieldName }
  }
}
