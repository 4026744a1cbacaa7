import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@rowhouse/client'
import type { SampleTable } from '../sample/sample-shape.js'

const LOOK_EVERY_MS = 250

/** Resolves when a search index has all rows of a table's sample; reports how many it has meanwhile. */
export async function waitForIndex(
  client: Client,
  table: SampleTable,
  indexName: string,
  { onRows, signal }: { onRows: (rows: number) => void; signal: AbortSignal },
): Promise<void> {
  const index = client.table(table.schema).index(indexName)
  for (;;) {
    const { total } = await index.search({ limit: 0, count: true })
    onRows(Math.min(total ?? 0, table.rows))
    if (total !== undefined && total >= table.rows) return
    await wait(LOOK_EVERY_MS, undefined, { signal })
  }
}
