import {
  type SearchIndexDescription,
  type TableDescription,
  searchIndexObstacle,
} from '@rowhouse/engine'
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
  return indexes.map((index) => (index.name === indexName ? { ...index, timeToLive } : index))
}
