import type { OpenEngine } from '@rowhouse/engine'
import { serverLimits } from '../limits.js'
import type { SearchHost } from '../search-host.js'

export interface IndexLagStep {
  readonly instance: string
  readonly table: string
  readonly index: string
  readonly lagBytes: number
  readonly lagMs: number
}

/** How far the indexes are behind their tables; of very many indexes the first ones. */
export async function indexLags(
  engine: OpenEngine,
  search: SearchHost,
): Promise<readonly IndexLagStep[]> {
  const loaded = await search.running()
  const indexing = await loaded?.service.indexing()
  const lags: IndexLagStep[] = []
  for (const table of engine.catalog.all()) {
    const { instance, name, id, index: of, searchIndexes } = table.description
    const status = of === undefined ? undefined : engine.indexes.status(table)
    if (of !== undefined && status !== undefined) {
      const { lagBytes, lagMs } = status
      lags.push({ instance, table: of.table, index: name, lagBytes, lagMs })
    }
    for (const { name: index, number } of searchIndexes) {
      const lag = (await indexing?.keeper.describe(id, number))?.lag
      if (lag === undefined) continue
      lags.push({ instance, table: name, index, lagBytes: lag.bytes, lagMs: lag.milliseconds })
    }
    if (lags.length >= serverLimits.HISTORY_INDEXES_MAX) break
  }
  return lags
}
