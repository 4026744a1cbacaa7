import type { TableDescription } from '@rowhouse/engine'
import { errors, limits } from '@rowhouse/protocol'

/** Whether the table can have one more index, and a number for it. */
export function checkIndexCount({ searchIndexes, nextSearchIndex }: TableDescription): void {
  if (searchIndexes.length >= limits.SEARCH_INDEXES_PER_TABLE_MAX) {
    throw errors.searchTooMany('search indexes', limits.SEARCH_INDEXES_PER_TABLE_MAX)
  }
  if (nextSearchIndex > limits.SEARCH_INDEX_NUMBER_MAX) {
    throw errors.searchTooMany('search indexes ever created', limits.SEARCH_INDEX_NUMBER_MAX)
  }
}
