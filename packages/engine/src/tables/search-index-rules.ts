import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { SearchIndexDescription, TableDescription } from './table-description.js'

type Options = TableDescription['options']

/** -1 means for ever, which is longer than any number of seconds. */
const lasting = (timeToLive: number): number => (timeToLive < 0 ? Infinity : timeToLive)

/**
 * The error when options do not suit the search indexes of a table, else undefined. An index keeps one
 * version of each column, and a row must expire whole, which updates would prevent.
 */
export const searchIndexObstacle = (
  options: Options,
  indexes: readonly Pick<SearchIndexDescription, 'name' | 'timeToLive'>[],
): TablestoreError | undefined => {
  if (indexes.length === 0) return undefined
  if (options.maxVersions !== 1) {
    return errors.invalidSearchParameter('table_options.max_versions', options.maxVersions)
  }
  if (options.allowUpdate && options.timeToLive >= 0) return errors.tableTimeToLiveExists()
  for (const { name, timeToLive } of indexes) {
    if (options.allowUpdate && timeToLive >= 0) return errors.indexTimeToLiveExists()
    if (lasting(options.timeToLive) < lasting(timeToLive) && timeToLive >= 0) {
      return errors.timeToLiveBelowIndex(options.timeToLive, `${name}:${timeToLive}`)
    }
  }
  return undefined
}
