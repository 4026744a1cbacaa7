import type { TableDescription } from '@rowhouse/engine'
import { errors } from '@rowhouse/protocol'
import { searchLimits } from '../../limits.js'

/** Checks that the table can have one more index. */
export function checkIndexCount({ searchIndexes, nextSearchIndex }: TableDescription): void {
  if (searchIndexes.length >= searchLimits.SEARCH_INDEXES_PER_TABLE_MAX) {
    throw errors.searchTooMany('search indexes', searchLimits.SEARCH_INDEXES_PER_TABLE_MAX)
  }
  if (nextSearchIndex > searchLimits.SEARCH_INDEX_NUMBER_MAX) {
    throw errors.searchTooMany('search indexes ever created', searchLimits.SEARCH_INDEX_NUMBER_MAX)
  }
}
