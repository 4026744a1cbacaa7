import type {
  Client,
  ColumnType,
  CreateTableOptions,
  KeyColumnType,
  TableSchema,
} from '@rowhouse/client'
import { type DescribeTableReply, limits } from '@rowhouse/protocol'
import { TransferError, TransferFailure } from '../errors.js'
import { describeTable } from '../import/prepare-import.js'
import type { CopyOptions } from './copy-options.js'

const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  STRING: 'string',
  INTEGER: 'integer',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  BLOB: 'binary',
}
const KEY_TYPES: Readonly<Record<string, KeyColumnType>> = {
  STRING: 'string',
  INTEGER: 'integer',
  BINARY: 'binary',
}

/**
 * Creates the target like the source when it is missing: key, defined columns, versions, time to live.
 * Auto-increment columns of the source are plain integer columns in the target, so that their values are
 * kept.
 */
export async function ensureTarget(
  { target, keepsTimes }: CopyOptions,
  source: DescribeTableReply,
): Promise<{ readonly schema: TableSchema; readonly isNew: boolean }> {
  const schema = schemaOf(target.tableName, source)
  const { timeToLive, maxVersions } = source.tableOptions
  const isNew = await ensureTable(target.client, schema, {
    ...(timeToLive !== undefined && { timeToLive }),
    ...(maxVersions !== undefined && { maxVersions }),
    ...(keepsTimes && { maxTimeDeviationSeconds: limits.DEVIATION_SECONDS_MAX }),
  })
  return { schema, isNew }
}

/** Creates a table with its defined columns if it is missing; one that is there must have the same key. */
export async function ensureTable(
  client: Client,
  schema: TableSchema,
  options: CreateTableOptions,
): Promise<boolean> {
  const found = await describeTable(client, schema.name)
  if (found === undefined) {
    await client.createTable(schema, { ...options, definedColumns: Object.keys(schema.columns) })
    return true
  }
  checkKey(schema, found)
  return false
}

export function schemaOf(name: string, { tableMeta }: DescribeTableReply): TableSchema {
  const key = tableMeta.primaryKey.map(
    (column) => [column.name, named(KEY_TYPES, column.type)] as const,
  )
  const columns = tableMeta.definedColumns.map(
    (column) => [column.name, named(COLUMN_TYPES, column.type)] as const,
  )
  return { name, key: Object.fromEntries(key), columns: Object.fromEntries(columns) }
}

function named<Type>(types: Readonly<Record<string, Type>>, type: unknown): Type {
  const own = typeof type === 'string' ? types[type] : undefined
  if (own === undefined)
    throw new TransferFailure(`a column has the unknown type ${JSON.stringify(type)}`)
  return own
}

function checkKey({ name, key }: TableSchema, { tableMeta }: DescribeTableReply): void {
  const found = tableMeta.primaryKey.map((column) => {
    const type = typeof column.type === 'string' ? column.type : 'unknown'
    return `${column.name} ${type}`
  })
  const wanted = Object.entries(key).map(([column, type]) => `${column} ${type.toUpperCase()}`)
  if (found.join() !== wanted.join())
    throw new TransferError(`the key of ${name} is ${found.join(', ')}, not ${wanted.join(', ')}`)
  if (tableMeta.primaryKey.some(({ autoIncrement }) => autoIncrement)) {
    throw new TransferError(`the server numbers the rows of ${name}: a copy would get other keys`)
  }
}
