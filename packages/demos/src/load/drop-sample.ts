import { type Client, isMissingTable, operations } from '@rowhouse/client'
import type { Sample } from '../sample/sample-shape.js'
import { SAMPLE_SET } from './sample-set.js'

/** Removes the tables of a sample with all their indexes, and what the instance says of the set. */
export async function dropSample(client: Client, { name, tables }: Sample): Promise<void> {
  const existing = new Set(await client.tableNames())
  for (const { schema } of tables) {
    if (!existing.has(schema.name)) continue
    const { indices } = await client.call(operations.listSearchIndex, { tableName: schema.name })
    for (const { indexName } of indices) await client.table(schema).index(indexName).delete()
    await client.deleteTable(schema.name)
  }
  try {
    await client.table(SAMPLE_SET).delete({ name })
  } catch (error) {
    if (!isMissingTable(error)) throw error
  }
}
