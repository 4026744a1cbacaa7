import {
  type SearchIndexDescription,
  type TableDescription,
  searchIndexObstacle,
} from '@rowhouse/engine'
import { hiddenNameOf } from './hidden-index.js'
import { checkIndexTimeToLive } from './index-time-to-live.js'

export function changeTimeToLive(
  indexes: readonly SearchIndexDescription[],
  indexName: string,
  timeToLive: number,
  options: TableDescription['options'],
): readonly SearchIndexDescription[] {
  checkIndexTimeToLive(timeToLive)
  const obstacle = searchIndexObstacle(options, [{ name: indexName, timeToLive }])
  if (obstacle !== undefined) throw obstacle
  const isMeant = (index: SearchIndexDescription): boolean =>
    index.name === indexName || index.name === hiddenNameOf(indexName)
  return indexes.map((index) => (isMeant(index) ? { ...index, timeToLive } : index))
}
