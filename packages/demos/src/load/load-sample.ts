import { type Client, operations } from '@rowhouse/client'
import type { Sample, SampleTable } from '../sample/sample-shape.js'
import { importRows } from './import-sample-rows.js'
import { SampleSet } from './sample-set.js'
import { waitForIndex } from './wait-for-index.js'
import { waitForSecondaryIndexes } from './wait-for-secondary-index.js'

/** The manual's steps after the instance is there. */
export type LoadStep = 'tables' | 'indexes' | 'import' | 'sync'

export interface LoadReport {
  readonly step: LoadStep
  /** The table or the index that the step is at. */
  readonly name: string
  readonly done: number
  readonly of: number
}

export interface LoadOptions {
  /** Whether the search indexes are made before the rows are written or after. */
  readonly index: 'before' | 'after'
  readonly onReport: (report: LoadReport) => void
  /** Ends the load: it rejects with the signal's reason when what is on its way is written and remembered. */
  readonly signal?: AbortSignal
}

/** Loads a sample, or goes on where an earlier load of it has ended. */
export async function loadSample(
  client: Client,
  sample: Sample,
  { index, onReport, signal = new AbortController().signal }: LoadOptions,
): Promise<void> {
  await createTables(client, sample, onReport)
  const set = await SampleSet.open(client, sample)
  if (index === 'before') await createSearchIndexes(client, sample, onReport)
  for (const table of sample.tables) {
    const { name } = table.schema
    await importRows(client, table, {
      from: set.loadedRowsOf(name),
      save: (rows) => set.record(name, rows),
      onRows: (done) => onReport({ step: 'import', name, done, of: table.rows }),
      signal,
    })
  }
  if (index === 'after') await createSearchIndexes(client, sample, onReport)
  for (const table of sample.tables) await waitForSecondaryIndexes(client, table, signal)
  for (const { table, name } of searchIndexesOf(sample)) {
    const onRows = (done: number) => onReport({ step: 'sync', name, done, of: table.rows })
    await waitForIndex(client, table, name, { onRows, signal })
  }
}

type OnReport = LoadOptions['onReport']

async function createTables(client: Client, { tables }: Sample, onReport: OnReport): Promise<void> {
  const existing = new Set(await client.tableNames())
  for (const [at, { schema, secondaryIndexes }] of tables.entries()) {
    if (!existing.has(schema.name)) {
      await client.createTable(schema, { indexes: secondaryIndexes })
    }
    onReport({ step: 'tables', name: schema.name, done: at + 1, of: tables.length })
  }
}

async function createSearchIndexes(
  client: Client,
  sample: Sample,
  onReport: OnReport,
): Promise<void> {
  const all = searchIndexesOf(sample)
  for (const [at, { table, name }] of all.entries()) {
    const index = table.searchIndexes[name]
    if (index !== undefined && !(await hasSearchIndex(client, table, name))) {
      await client.table(table.schema).index(name).create(index)
    }
    onReport({ step: 'indexes', name, done: at + 1, of: all.length })
  }
}

const searchIndexesOf = ({ tables }: Sample): { table: SampleTable; name: string }[] =>
  tables.flatMap((table) => Object.keys(table.searchIndexes).map((name) => ({ table, name })))

async function hasSearchIndex(client: Client, table: SampleTable, name: string): Promise<boolean> {
  const { indices } = await client.call(operations.listSearchIndex, {
    tableName: table.schema.name,
  })
  return indices.some(({ indexName }) => indexName === name)
}
