import type { CapacityUnit, ReadSelection, RowError } from './shared.js'

export interface TableInBatchGetRowRequest extends ReadSelection {
  readonly tableName: string
  readonly primaryKeys: readonly Buffer[]
  readonly tokens: readonly Buffer[]
}

export interface BatchGetRowRequest {
  readonly tables: readonly TableInBatchGetRowRequest[]
}

export type RowInBatchGetRowReply =
  | { readonly isOk: true; readonly consumed: CapacityUnit; readonly row: Buffer }
  | { readonly isOk: false; readonly consumed: CapacityUnit; readonly error: RowError }

export interface BatchGetRowReply {
  readonly tables: readonly {
    readonly tableName: string
    readonly rows: readonly RowInBatchGetRowReply[]
  }[]
}
