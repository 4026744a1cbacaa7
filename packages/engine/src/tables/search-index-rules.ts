import { type TablestoreError, errors } from '@rowhouse/protocol'
import type { SearchIndexDescription, TableDescription } from './table-description.js'

type Options = TableDescription['options']

/** -1 keeps for ever, which is the longest. */
const lasting = (timeToLive: number): number => (timeToLive < 0 ? Infinity : timeToLive)

/**
 * What a table must be like as long as it has search indexes: an index keeps one version of each column, and
 * a row may only expire whole, which updates would prevent. Undefined when it is like that.
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
