import { type OpenEngine, reportPartitions } from '@rowhouse/engine'
import { z } from 'zod/mini'
import { indexUnits } from '../bill/index-units.js'
import { prices, readPrices } from '../bill/prices.js'
import type { SearchHost } from '../search-host.js'

/** What the service would charge for an instance. */
export const billCommand = z.object({ action: z.literal('bill'), instance: z.string() })
export type BillCommand = z.output<typeof billCommand>

export const billResult = z.object({
  /** From when units are counted: the start of the server, in milliseconds since the epoch. */
  since: z.number(),
  /** Tables and secondary indexes. */
  tables: z.array(
    z.object({
      table: z.string(),
      readUnits: z.number(),
      writeUnits: z.number(),
      bytes: z.number(),
    }),
  ),
  searchIndexes: z.array(
    z.object({
      table: z.string(),
      index: z.string(),
      rows: z.number(),
      bytes: z.number(),
      /** Reserved all the time, a second. */
      units: z.number(),
    }),
  ),
  prices,
})
export type BillResult = z.output<typeof billResult>

export interface BillParts {
  readonly engine: OpenEngine
  readonly search: SearchHost
  /** Undefined in memory. */
  readonly folder: string | undefined
}

export async function runBillCommand(
  { engine, search, folder }: BillParts,
  { instance }: BillCommand,
): Promise<BillResult> {
  const metered = engine.meter.figures().filter((figures) => figures.instance === instance)
  const tables: BillResult['tables'] = []
  const searchIndexes: BillResult['searchIndexes'] = []
  const loaded = await search.running()
  const indexing = await loaded?.service.indexing()
  for (const table of engine.catalog.all()) {
    const { instance: of, name, id, searchIndexes: indexes } = table.description
    if (of !== instance) continue
    const { read = 0, write = 0 } = metered.find((figures) => figures.table === name) ?? {}
    const partitions = await reportPartitions(engine, table)
    const bytes = partitions.reduce((sum, partition) => sum + partition.bytes, 0)
    tables.push({ table: name, readUnits: read, writeUnits: write, bytes })
    for (const { name: index, number } of indexes) {
      const figures = (await indexing?.keeper.describe(id, number))?.figures
      const size = { rows: figures?.rows ?? 0, bytes: figures?.bytes ?? 0 }
      searchIndexes.push({ table: name, index, ...size, units: indexUnits(size.bytes, size.rows) })
    }
  }
  const since = Date.now() - process.uptime() * 1000
  return { since, tables, searchIndexes, prices: await readPrices(folder) }
}
