import type { SearchQuery, SearchRequest } from '@rowhouse/protocol'
import { asked } from '@rowhouse/search-engine/testing'
import { TABLE } from './indexed-rows.js'

/** A search for the keys of all rows ordered by number, with some parts of its own. */
export const rowSearch = (indexName: string, changes: Partial<SearchQuery>): SearchRequest => ({
  tableName: TABLE,
  indexName,
  columnsToGet: { returnType: 'NONE', columnNames: [] },
  routingValues: [],
  timeoutMs: undefined,
  searchQuery: asked({ kind: 'matchAll' }, { limit: undefined, sort: BY_NUMBER, ...changes }),
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
