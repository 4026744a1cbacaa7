import type { SearchService } from '../search-service.js'

/** How many indexes of the instance are being built over rows that were there before them. */
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
    // Of an empty table there is nothing to build.
    if (status?.state === 'building' && (status.build?.scannedRows ?? 0) > 0) builds++
  }
  return builds
}
