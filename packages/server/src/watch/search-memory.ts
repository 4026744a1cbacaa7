import type { OpenEngine } from '@rowhouse/engine'
import type { SearchHost } from '../search-host.js'

/** The memory of all search indexes; undefined until the first one. */
export async function searchMemoryBytes(
  engine: OpenEngine,
  search: SearchHost,
): Promise<number | undefined> {
  const loaded = await search.running()
  if (loaded === undefined) return undefined
  const { keeper } = await loaded.service.indexing()
  let bytes = 0
  for (const { description } of engine.catalog.all()) {
    for (const { number } of description.searchIndexes) {
      bytes += (await keeper.describe(description.id, number))?.figures?.memoryBytes ?? 0
    }
  }
  return bytes
}
