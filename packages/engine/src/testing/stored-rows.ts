import { type Variant, integerVariant, stringVariant } from '@rowhouse/protocol'
import type { Engine } from '../engine.js'
import { partitionOf, rowKeyEnd } from '../keys/decode-key.js'
import { encodeRowKey } from '../keys/encode-key.js'
import { Space } from '../keys/spaces.js'
import { currentRow } from '../stored-rows/current-row.js'
import { compareCells } from '../rows/writing/change-cells.js'
import { expiryKey, rowMutations } from '../tables/row-mutations.js'
import type { StoredCell, StoredRow } from '../stored-rows/stored-row.js'
import { entriesOf } from '../tables/entries-of.js'
import type { Table } from '../tables/table-description.js'

const SPACE_END = { rows: Buffer.of(Space.ROWS + 1), expiry: Buffer.of(Space.EXPIRY + 1) }

export const rowKeyOf = (partition: string, ...rest: readonly bigint[]): Buffer =>
  encodeRowKey([stringVariant(partition), ...rest.map((value) => integerVariant(value))]).key

export const cellOf = (name: string, timestamp: bigint, value?: Variant): StoredCell => ({
  name,
  timestamp,
  value: value ?? integerVariant(timestamp),
})

/** Stores a row as a blind write does. */
export const storeRow = async (
  { store }: Pick<Engine, 'store'>,
  table: Table,
  key: Buffer,
  cells: readonly StoredCell[],
  stamp: bigint,
): Promise<void> => {
  const current = { stamp, cells: [...cells].sort(compareCells), expiryHour: undefined }
  const mutations = rowMutations(table, { key, loaded: undefined, current, replaced: true })
  const names = table.names.unsaved()
  await store.commit({
    table: table.description.id,
    partition: partitionOf(key),
    expectedHead: undefined,
    token: undefined,
    mutations: [...mutations, ...names],
    record: undefined,
  })
  table.names.saved(names)
}

export const storedRow = (
  { store }: Pick<Engine, 'store'>,
  table: Table,
  key: Buffer,
): Promise<StoredRow | undefined> => currentRow(store, table, key, 'all')

/** The keys of all rows, and the number of entries of chunks. */
export const storedKeys = async (
  { store }: Pick<Engine, 'store'>,
  table: Table,
): Promise<{ readonly rows: readonly Buffer[]; readonly chunks: number }> => {
  const { id, primaryKey } = table.description
  const rows: Buffer[] = []
  let chunks = 0
  for await (const { key } of entriesOf(store, id, Buffer.of(Space.ROWS), SPACE_END.rows)) {
    if (rowKeyEnd(key, primaryKey.length) === key.length) rows.push(key)
    else chunks += 1
  }
  return { rows, chunks }
}

export interface ExpiryEntry {
  readonly hour: number
  readonly rowKey: Buffer
}

export const expiryEntries = async (
  { store }: Pick<Engine, 'store'>,
  table: Table,
): Promise<ExpiryEntry[]> => {
  const entries: ExpiryEntry[] = []
  const start = Buffer.of(Space.EXPIRY)
  for await (const { key } of entriesOf(store, table.description.id, start, SPACE_END.expiry)) {
    const rowKey = Buffer.concat([Buffer.of(Space.ROWS), key.subarray(5)])
    const hour = key.readUInt32BE(1)
    if (!expiryKey(hour, rowKey).equals(key)) throw new Error('an expiry key of another form')
    entries.push({ hour, rowKey })
  }
  return entries
}
