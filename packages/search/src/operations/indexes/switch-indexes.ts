import type { SearchIndexDescription, Table } from '@rowhouse/engine'
import { errors } from '@rowhouse/protocol'
import type { SearchService } from '../search-service.js'

/**
 * Exchanges the schemas of an index and its reindex, and with them all their data; the names stay. From
 * then on searches by the source's name use the reindex's content; a second switch reverts it.
 */
export function switchIndexes(
  indexes: readonly SearchIndexDescription[],
  indexName: string,
  switchName: string,
): readonly SearchIndexDescription[] {
  const { one, other } = pairOf(indexes, indexName, switchName)
  const source = one.source === undefined ? one.name : other.name
  const flowWeights = one.flowWeights.map(({ index }) => ({
    index,
    weight: index === source ? 100 : 0,
  }))
  return indexes.map((index) => {
    if (index !== one && index !== other) return index
    const { name, source: named } = index
    const data = index === one ? other : one
    return { ...data, name, source: named, flowWeights }
  })
}

/**
 * If the source is complete, its replacement must be, too, so that no row silently goes missing.
 */
export async function checkSynced(
  service: SearchService,
  table: Table,
  indexName: string,
  switchName: string,
): Promise<void> {
  const { one, other } = pairOf(table.description.searchIndexes, indexName, switchName)
  const gray = one.source === undefined ? other : one
  const source = gray === one ? other : one
  const { keeper } = await service.indexing()
  const { id } = table.description
  const [ofSource, ofGray] = await Promise.all([
    keeper.describe(id, source.number),
    keeper.describe(id, gray.number),
  ])
  if (ofSource?.syncPhase === 'INCR' && ofGray?.syncPhase !== 'INCR') {
    throw errors.reindexNotSynced(gray.name)
  }
}

interface Pair {
  readonly one: SearchIndexDescription
  readonly other: SearchIndexDescription
}

function pairOf(
  indexes: readonly SearchIndexDescription[],
  indexName: string,
  switchName: string,
): Pair {
  const one = indexes.find(({ name }) => name === indexName)
  if (one === undefined) throw errors.searchIndexNotExist(indexName)
  const other = indexes.find(({ name }) => name === switchName)
  if (other === undefined) throw errors.searchIndexNotExist(switchName)
  if (one.source !== switchName && other.source !== indexName) {
    throw errors.notBrotherIndex(indexName, switchName)
  }
  return { one, other }
}
