import { setTimeout as wait } from 'node:timers/promises'
import type {
  AnyTable,
  Client,
  KeyColumnType,
  NewIndex,
  TableSchema,
  Value,
} from '@rowhouse/client'
import { invariant } from '@rowhouse/platform'
import type { SampleTable } from '../sample/sample-shape.js'

const LOOK_EVERY_MS = 100
/** Every batch of a load has one of these: a batch has up to 200 rows, of numbers that follow each other. */
const EVERY_ROWS = 200
const LAST_ROWS = 20_000

/**
 * Resolves when the secondary indexes of a table have its last rows. They follow the table in the order of
 * its writes, and the service does not say how far they are.
 */
export async function waitForSecondaryIndexes(
  client: Client,
  table: SampleTable,
  signal: AbortSignal,
): Promise<void> {
  for (const index of table.secondaryIndexes) {
    const schema = schemaOf(table, index)
    const keys = lastKeys(table, index)
    for (let at = 0; at < keys.length; at += KEYS_PER_READ) {
      const some = keys.slice(at, at + KEYS_PER_READ)
      while (!(await hasAll(client, schema, some))) {
        await wait(LOOK_EVERY_MS, undefined, { signal })
      }
    }
  }
}

const KEYS_PER_READ = 100

type IndexKey = Readonly<Record<string, Value>>

async function hasAll(
  client: Client,
  schema: TableSchema,
  keys: readonly IndexKey[],
): Promise<boolean> {
  const found = await client.table<AnyTable>(schema).getMany(keys)
  return found.every((result) => result.isOk && result.row !== undefined)
}

function schemaOf({ schema }: SampleTable, { name, key }: NewIndex): TableSchema {
  const types: Readonly<Record<string, string>> = { ...schema.columns, ...schema.key }
  return {
    name,
    key: Object.fromEntries(key.map((column) => [column, keyType(types[column])])),
    columns: {},
  }
}

function keyType(type: string | undefined): KeyColumnType {
  invariant(type === 'string' || type === 'integer' || type === 'binary', `${type} is a key's type`)
  return type
}

function lastKeys(table: SampleTable, { key }: NewIndex): IndexKey[] {
  const first = Math.max(0, table.rows - LAST_ROWS)
  const keys: IndexKey[] = []
  for (let n = table.rows - 1; n >= first; n -= EVERY_ROWS) {
    const row: Readonly<Record<string, Value | undefined>> = table.row(n)
    const entries = key.flatMap((column): [string, Value][] => {
      const value = row[column]
      return value === undefined ? [] : [[column, value]]
    })
    // A row without one of the columns is not in the index.
    if (entries.length === key.length) keys.push(Object.fromEntries(entries))
  }
  return keys
}
