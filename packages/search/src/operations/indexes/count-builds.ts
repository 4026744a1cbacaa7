import type { SearchService } from '../search-service.js'

/** The number of the instance's indexes that are being built over existing rows. */
export async function countBuilds(service: SearchService, instance: string): Promise<number> {
  const indexes = service.engine.catalog
    .list(instance)
    .flatMap(({ description: { id, searchIndexes } }) =>
      searchIndexes.map(({ number }) => ({ table: id, index: number })),
    )
  if (indexes.length === 0) return 0
  const { keeper } = await service.indexing()
  let builds = 0
  for (const { table, index } of indexes) {
    const status = await keeper.describe(table, index)
    // An empty table needs no build.
    if (status?.state === 'building' && (status.build?.scannedRows ?? 0) > 0) builds++
  }
  return builds
}
