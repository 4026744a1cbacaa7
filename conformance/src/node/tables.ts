import type { SdkDescription } from 'tablestore'

export type KeyColumnType = 'INTEGER' | 'STRING' | 'BINARY'

export interface TableOptions {
  readonly timeToLive?: number
  readonly maxVersions?: number
  readonly maxTimeDeviation?: number
  readonly allowUpdate?: boolean
}

export interface TableShape {
  readonly key: readonly (readonly [name: string, type: string, option?: 'AUTO_INCREMENT'])[]
  readonly options?: TableOptions
  readonly reserved?: { readonly read: number; readonly write: number }
  readonly definedColumns?: readonly (readonly [name: string, type: number])[]
  readonly stream?: { readonly enableStream: boolean; readonly expirationTime?: number }
  readonly indexes?: readonly IndexShape[]
}

/** A secondary index: its key columns and its attributes. */
export interface IndexShape {
  readonly name: string
  readonly key: readonly string[]
  readonly attributes: readonly string[]
  readonly type: 'GLOBAL' | 'LOCAL'
}

export interface TableChange {
  readonly tableOptions?: TableOptions
  readonly reservedThroughput?: {
    readonly capacityUnit: { readonly read?: number; readonly write?: number }
  }
  readonly streamSpecification?: {
    readonly enableStream: boolean
    readonly expirationTime?: number
  }
}

export interface Description {
  readonly key: readonly (readonly [name: string, type: string, option?: 'AUTO_INCREMENT'])[]
  readonly definedColumns: readonly (readonly [name: string, type: number])[]
  readonly options: Required<TableOptions>
  readonly reserved: { readonly read: number; readonly write: number }
  readonly status: number
  readonly stream: {
    readonly enabled: boolean
    readonly streamId: string
    readonly expirationTime: number
    readonly lastEnableTime: number
  }
  readonly indexes: readonly IndexShape[]
}

/** A deviation that allows cells with small timestamps: INT64_MAX / 1000000. */
export const MAX_DEVIATION = 9_223_372_036_854

const KEY_TYPES = ['', 'INTEGER', 'STRING', 'BINARY'] as const
const KEY_TYPE_NUMBERS: Readonly<Record<string, number>> = {
  INTEGER: 1,
  STRING: 2,
  BINARY: 3,
  DOUBLE: 4,
  BOOLEAN: 5,
}

export const encodeTable = (tableName: string, shape: TableShape): Record<string, unknown> => ({
  tableMeta: {
    tableName,
    primaryKey: shape.key.map(([name, type, option]) => ({
      name,
      type: KEY_TYPE_NUMBERS[type] ?? type,
      option,
    })),
    definedColumn: (shape.definedColumns ?? []).map(([name, type]) => ({ name, type })),
  },
  reservedThroughput: { capacityUnit: shape.reserved ?? { read: 0, write: 0 } },
  tableOptions: { timeToLive: -1, maxVersions: 1, ...shape.options },
  streamSpecification: shape.stream,
  indexMetas: (shape.indexes ?? []).map(encodeIndex),
})

/** A global index is asynchronous, a local one synchronous. */
export const encodeIndex = ({
  name,
  key,
  attributes,
  type,
}: IndexShape): Record<string, unknown> => ({
  name,
  primaryKey: key,
  definedColumn: attributes,
  indexUpdateMode: type === 'LOCAL' ? 1 : 0,
  indexType: type === 'LOCAL' ? 1 : 0,
})

/** protobufjs shows an absent option as the enum's first value, but not as an own property. */
const keyColumn = (
  column: SdkDescription['tableMeta']['primaryKey'][number],
): Description['key'][number] => {
  const type = KEY_TYPES[column.type] ?? ''
  const automatic = Object.hasOwn(column, 'option') && column.option === 1
  return automatic ? [column.name, type, 'AUTO_INCREMENT'] : [column.name, type]
}

export const describe = (reply: SdkDescription): Description => ({
  key: reply.tableMeta.primaryKey.map(keyColumn),
  definedColumns: reply.tableMeta.definedColumn.map(({ name, type }) => [name, type]),
  options: {
    timeToLive: reply.tableOptions.timeToLive,
    maxVersions: reply.tableOptions.maxVersions,
    maxTimeDeviation: Number(reply.tableOptions.deviationCellVersionInSec.toString()),
    allowUpdate: reply.tableOptions.allowUpdate,
  },
  reserved: {
    read: reply.reservedThroughputDetails.capacityUnit.read,
    write: reply.reservedThroughputDetails.capacityUnit.write,
  },
  status: reply.tableStatus,
  stream: {
    enabled: reply.streamDetails?.enableStream ?? false,
    streamId: reply.streamDetails?.streamId ?? '',
    expirationTime: reply.streamDetails?.expirationTime ?? 0,
    lastEnableTime: Number((reply.streamDetails?.lastEnableTime ?? 0).toString()),
  },
  indexes: reply.indexMetas.map(({ name, primaryKey, definedColumn, indexType }) => ({
    name,
    key: primaryKey,
    attributes: definedColumn,
    type: indexType === 1 ? 'LOCAL' : 'GLOBAL',
  })),
})
