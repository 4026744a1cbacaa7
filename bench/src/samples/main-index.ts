import type { AnyTable, Client, SearchIndex, Table } from '@rowhouse/client'
import type { KnownSample } from '@rowhouse/demos'
import { expectDefined } from '@rowhouse/platform'

export interface MainIndex {
  /** Its rows go on behind those of the sample. */
  readonly source: KnownSample['sample']['tables'][number]
  readonly table: Table<AnyTable>
  readonly index: SearchIndex<AnyTable>
  /** The key column behind the hash, which is a field of the index. */
  readonly idColumn: string
}

/** The table that a sample is about, and its search index. */
export function mainIndexOf(client: Client, { tables }: KnownSample['sample']): MainIndex {
  const source = expectDefined(tables.at(-1), 'a sample has tables')
  const [name] = Object.keys(source.searchIndexes)
  const [, idColumn] = Object.keys(source.schema.key)
  const table = client.table(source.schema)
  return {
    source,
    table,
    index: table.index(expectDefined(name, 'the main table has an index')),
    idColumn: expectDefined(idColumn, 'the key has an id'),
  }
}
