import type { Testing } from '../../harness.js'
import type { IndexOptions } from '../../search-client.js'
import type { Field } from '../../search-shapes.js'
import { pk, plain } from '../../shapes.js'
import type { Column } from '../../values.js'

export interface Indexed {
  readonly table: string
  readonly index: string
}

/** What a shared index holds: rows by their keys, so few that results are worked out by hand. */
export interface Planting {
  readonly name: string
  readonly fields: readonly Field[]
  readonly rows: Readonly<Record<string, readonly Column[]>>
  readonly options?: IndexOptions
}

const ROWS_PER_REQUEST = 100

const indexOf = (table: string): string => `${table}_index`

const fill = async (t: Testing, table: string, planting: Planting): Promise<void> => {
  const { fields, options } = planting
  const index = indexOf(table)
  await t.client.search.createIndex(table, index, fields, options)
  const rows = Object.entries(planting.rows).map(([key, columns]) => ({ put: pk(key), columns }))
  for (let from = 0; from < rows.length; from += ROWS_PER_REQUEST) {
    await t.client.batchWriteRow([{ table, rows: rows.slice(from, from + ROWS_PER_REQUEST) }])
  }
  await t.client.search.waitUntilSearchable(table, index, rows.length)
}

/** The table and index of this name, made by the first test that needs them. */
export const planted = async (t: Testing, planting: Planting): Promise<Indexed> => {
  const table = await t.filledTable(planting.name, plain, (name) => fill(t, name, planting))
  return { table, index: indexOf(table) }
}

/** The same for one test alone. */
export const plantedAlone = async (t: Testing, planting: Planting): Promise<Indexed> => {
  const table = await t.ownTable(plain)
  await fill(t, table, planting)
  return { table, index: indexOf(table) }
}
