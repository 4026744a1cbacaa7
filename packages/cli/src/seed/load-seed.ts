import { type AnyTable, CallError, type Client, type Table, operations } from '@rowhouse/client'
import type { SeedTable } from './read-seed.js'
import { SeedError } from './seed-error.js'

/**
 * What happens to existing tables: nothing is loaded at all, or they are kept with their rows, or they are
 * dropped with their rows and indexes and created again.
 */
export const EXISTING = ['refuse', 'keep', 'replace'] as const
export type Existing = (typeof EXISTING)[number]

export interface SeededTable {
  readonly table: string
  readonly outcome: 'made' | 'kept' | 'replaced'
  /** The number of written rows. */
  readonly rows: number
}

/** Loads the tables that readSeed has read. Their rows are searchable when it resolves. */
export async function loadSeed(
  client: Client,
  tables: readonly SeedTable[],
  existing: Existing,
): Promise<readonly SeededTable[]> {
  const there = new Set(await client.tableNames())
  const first = tables.find(({ schema }) => there.has(schema.name))
  if (first !== undefined && existing === 'refuse') {
    throw new SeedError(
      `${first.place}: table '${first.schema.name}' is there already; nothing was loaded`,
    )
  }
  const loaded: SeededTable[] = []
  for (const seed of tables) {
    const { name } = seed.schema
    const isThere = there.has(name)
    if (isThere && existing === 'keep') {
      loaded.push({ table: name, outcome: 'kept', rows: 0 })
      continue
    }
    if (isThere) await dropTable(client, seed.schema)
    await makeTable(client, seed)
    loaded.push({ table: name, outcome: isThere ? 'replaced' : 'made', rows: seed.rows.length })
  }
  return loaded
}

/** The service refuses to delete a table that has indexes. */
async function dropTable(client: Client, schema: AnyTable): Promise<void> {
  const tableName = schema.name
  const { indices } = await client.call(operations.listSearchIndex, { tableName })
  for (const { indexName } of indices) await client.table(schema).index(indexName).delete()
  const { indexMetas } = await client.describeTable(tableName)
  for (const { name } of indexMetas) {
    await client.call(operations.dropIndex, { mainTableName: tableName, indexName: name })
  }
  await client.deleteTable(tableName)
}

async function makeTable(client: Client, seed: SeedTable): Promise<void> {
  const { schema, options, searchIndexes, place } = seed
  try {
    const table = await client.createTable(schema, options)
    for (const [name, index] of Object.entries(searchIndexes)) {
      await table.index(name).create(index)
    }
    await writeRows(table, seed)
    for (const name of Object.keys(searchIndexes)) {
      await table.index(name).search({ limit: 0, waitForIndex: true })
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { operation, code, message } = error
    throw new SeedError(
      `${place}: table '${schema.name}' cannot be loaded: ${operation} answers ${code}: ${message}`,
    )
  }
}

async function writeRows(table: Table<AnyTable>, { rows }: SeedTable): Promise<void> {
  const writer = table.bulkWriter()
  const written: Promise<void>[] = []
  for (const row of rows) {
    await writer.room()
    written.push(writer.write({ put: row }))
  }
  const outcomes = await Promise.allSettled(written)
  await writer.close()
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
