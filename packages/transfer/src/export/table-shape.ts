import type { Client, KeyColumnType } from '@rowhouse/client'
import { TransferFailure } from '../errors.js'
import { describeTable } from '../import/prepare-import.js'
import type { KeySchema } from './key-range.js'

export interface TableShape {
  readonly key: KeySchema
  readonly maxVersions: number
}

const KEY_TYPES: Readonly<Record<string, KeyColumnType>> = {
  STRING: 'string',
  INTEGER: 'integer',
  BINARY: 'binary',
}

/** Throws TransferFailure when there is no such table. */
export async function shapeOf(client: Client, tableName: string): Promise<TableShape> {
  const table = await describeTable(client, tableName)
  if (table === undefined) throw new TransferFailure(`there is no table ${tableName}`)
  const key = table.tableMeta.primaryKey.map(({ name, type, autoIncrement }) => {
    const own = typeof type === 'string' ? KEY_TYPES[type] : undefined
    if (own === undefined) throw new TransferFailure(`${name} of ${tableName} has an unknown type`)
    return [name, autoIncrement ? 'autoIncrement' : own] as const
  })
  return { key, maxVersions: table.tableOptions.maxVersions ?? 1 }
}
