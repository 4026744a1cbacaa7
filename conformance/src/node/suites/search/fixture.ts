import type { Testing } from '../../harness.js'
import type { IndexOptions } from '../../search-client.js'
import type { Field } from '../../search-shapes.js'
import { pk, plain } from '../../shapes.js'
import type { Column } from '../../values.js'

export interface Indexed {
  readonly table: string
  readonly index: string
}

/** The fields and rows of a shared index, few enough that results can be worked out by hand. */
export interface Fixture {
  readonly name: string
  readonly fields: readonly Field[]
  readonly rows: Readonly<Record<string, readonly Column[]>>
  readonly options?: IndexOptions
}

const ROWS_PER_REQUEST = 100

const indexOf = (table: string): string => `${table}_index`

const fill = async (t: Testing, table: string, fixture: Fixture): Promise<void> => {
  const { fields, options } = fixture
  const index = indexOf(table)
  await t.client.search.createIndex(table, index, fields, options)
  const rows = Object.entries(fixture.rows).map(([key, columns]) => ({ put: pk(key), columns }))
  for (let from = 0; from < rows.length; from += ROWS_PER_REQUEST) {
    await t.client.batchWriteRow([{ table, rows: rows.slice(from, from + ROWS_PER_REQUEST) }])
  }
  await t.client.search.waitUntilSearchable(table, index, rows.length)
}

/** The shared table and index of this name, made by the first test that needs them. */
export const sharedIndex = async (t: Testing, fixture: Fixture): Promise<Indexed> => {
  const table = await t.filledTable(fixture.name, plain, (name) => fill(t, name, fixture))
  return { table, index: indexOf(table) }
}

/** The same for one test alone. */
export const ownIndex = async (t: Testing, fixture: Fixture): Promise<Indexed> => {
  const table = await t.ownTable(plain)
  await fill(t, table, fixture)
  return { table, index: indexOf(table) }
}
