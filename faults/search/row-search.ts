import { type SearchQuery, type SearchRequest, TrackTotalCount } from '@rowhouse/protocol'
import { TABLE } from './indexed-rows.js'

/** A search for the keys of all rows ordered by number, with some parts of its own. */
export const rowSearch = (indexName: string, changes: Partial<SearchQuery>): SearchRequest => ({
  tableName: TABLE,
  indexName,
  columnsToGet: { returnType: 'NONE', columnNames: [] },
  routingValues: [],
  timeoutMs: undefined,
  searchQuery: {
    offset: 0,
    limit: undefined,
    query: { kind: 'matchAll' },
    collapse: undefined,
    sort: BY_NUMBER,
    trackTotalCount: TrackTotalCount.ALL,
    token: undefined,
    aggregations: [],
    groupBys: [],
    highlight: undefined,
    filter: undefined,
    ...changes,
  },
})

const BY_NUMBER: SearchQuery['sort'] = {
  sorters: [
    {
      kind: 'field',
      fieldName: 'n',
      order: 'ASC',
      mode: undefined,
      nestedFilter: undefined,
      missingValue: undefined,
      missingFields: [],
    },
  ],
  disableDefaultPrimaryKeySorter: false,
}
