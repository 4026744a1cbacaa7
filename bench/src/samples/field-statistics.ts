import type { Aggregation, GroupByField, IndexSchema, SearchQuery } from '@rowhouse/protocol'

/** The number of values that the console suggests. */
const SUGGESTED = 12
const PERCENTILES = [1, 25, 50, 75, 99]

export interface NamedSearch {
  readonly name: string
  readonly search: SearchQuery
}

/** What the console asks of each field over all rows. */
export function fieldStatistics({ fieldSchemas }: IndexSchema): NamedSearch[] {
  const named = (name: string, asked: Partial<SearchQuery>): NamedSearch => ({
    name,
    search: { ...EVERYTHING, ...asked },
  })
  return fieldSchemas.flatMap(({ fieldName, fieldType }) => {
    if (fieldType !== 'KEYWORD' && fieldType !== 'LONG') return []
    const distinct: Aggregation = {
      kind: 'distinctCount',
      name: 'distinct',
      fieldName,
      missing: undefined,
    }
    const percentiles: Aggregation = {
      kind: 'percentiles',
      name: 'percentiles',
      fieldName,
      percentiles: PERCENTILES,
      missing: undefined,
    }
    return [
      named(`distinct-${fieldName}`, { aggregations: [distinct] }),
      fieldType === 'LONG'
        ? named(`percentiles-${fieldName}`, { aggregations: [percentiles] })
        : named(`frequent-${fieldName}`, { groupBys: [mostFrequent(fieldName)] }),
    ]
  })
}

const mostFrequent = (fieldName: string): GroupByField & { readonly name: string } => ({
  kind: 'field',
  name: 'top',
  fieldName,
  size: SUGGESTED,
  sort: [{ kind: 'rowCount', order: 'DESC' }],
  minDocCount: undefined,
  subAggregations: [],
  subGroupBys: [],
})

const EVERYTHING: SearchQuery = {
  offset: 0,
  limit: 0,
  query: { kind: 'matchAll' },
  collapse: undefined,
  sort: undefined,
  trackTotalCount: 0,
  token: undefined,
  aggregations: [],
  groupBys: [],
  highlight: undefined,
  filter: undefined,
}
