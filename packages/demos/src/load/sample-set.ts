import { type Client, type Table, defineTable, isMissingTable } from '@rowhouse/client'
import type { Sample, SampleFacts } from '../sample/sample-shape.js'

/** The sets of an instance: what each was made from, and how far it is loaded. */
export const SAMPLE_SET = defineTable({
  name: 'sample_set',
  key: { name: 'string' },
  columns: { seed: 'integer', rows: 'integer', asOf: 'integer', loaded: 'string' },
})

/** Another set of this name is in the instance; its rows would be mixed with those of the wanted one. */
export class OtherSampleError extends Error {
  constructor(name: string, rows: bigint | undefined) {
    super(`the instance has another set of ${name}, with ${rows ?? 'unknown'} rows: drop it first`)
    this.name = 'OtherSampleError'
  }
}

/** How many rows of each table are loaded: row n is there for every n below. */
export type LoadedRows = Readonly<Record<string, number>>

/**
 * Keeps the progress of a load in the instance itself. A load that was killed goes on from here, from any
 * machine; the rows that it had written past this point are written again, with equal keys and values.
 */
export class SampleSet {
  readonly #table: Table<typeof SAMPLE_SET>
  readonly #facts: SampleFacts
  #loaded: LoadedRows

  private constructor(table: Table<typeof SAMPLE_SET>, facts: SampleFacts, loaded: LoadedRows) {
    this.#table = table
    this.#facts = facts
    this.#loaded = loaded
  }

  static async open(client: Client, sample: Sample): Promise<SampleSet> {
    if (!(await client.tableNames()).includes(SAMPLE_SET.name)) await client.createTable(SAMPLE_SET)
    const table = client.table(SAMPLE_SET)
    const row = await table.get({ name: sample.name })
    const set = new SampleSet(table, sample, loadedOf(row?.loaded))
    if (row === undefined) await set.#save()
    else if (row.seed !== BigInt(sample.seed) || row.rows !== BigInt(sample.rows)) {
      throw new OtherSampleError(sample.name, row.rows)
    }
    return set
  }

  loadedRowsOf(tableName: string): number {
    return this.#loaded[tableName] ?? NOTHING
  }

  async record(tableName: string, rows: number): Promise<void> {
    this.#loaded = { ...this.#loaded, [tableName]: rows }
    await this.#save()
  }

  async #save(): Promise<void> {
    const { name, seed, rows, asOf } = this.#facts
    await this.#table.put({
      name,
      seed: BigInt(seed),
      rows: BigInt(rows),
      asOf: BigInt(asOf),
      loaded: JSON.stringify(this.#loaded),
    })
  }
}

const NOTHING = 0

function loadedOf(text: string | undefined): LoadedRows {
  const value: unknown = JSON.parse(text ?? '{}')
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )
}

/** What the instance says of a set; undefined if it has none of that name. */
export async function findSampleSet(
  client: Client,
  name: string,
): Promise<(SampleFacts & { readonly loaded: LoadedRows }) | undefined> {
  try {
    const row = await client.table(SAMPLE_SET).get({ name })
    if (row === undefined) return undefined
    const { seed, rows, asOf, loaded } = row
    if (seed === undefined || rows === undefined || asOf === undefined) return undefined
    const facts = { name, seed: Number(seed), rows: Number(rows), asOf: Number(asOf) }
    return { ...facts, loaded: loadedOf(loaded) }
  } catch (error) {
    if (isMissingTable(error)) return undefined
    throw error
  }
}
