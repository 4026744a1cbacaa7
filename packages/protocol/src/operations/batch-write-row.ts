import type { CapacityUnit, Condition, ReturnContent, RowError } from './shared.js'

export interface RowInBatchWriteRowRequest {
  /** The raw number when the request named no known type. */
  readonly type: 'PUT' | 'UPDATE' | 'DELETE' | { readonly unknown: number }
  readonly rowChange: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
}

export interface BatchWriteRowRequest {
  readonly tables: readonly {
    readonly tableName: string
    readonly rows: readonly RowInBatchWriteRowRequest[]
  }[]
  readonly transactionId: string | undefined
  readonly isAtomic: boolean
}

export type RowInBatchWriteRowReply =
  | { readonly isOk: true; readonly consumed: CapacityUnit; readonly row: Buffer | undefined }
  | { readonly isOk: false; readonly consumed: CapacityUnit; readonly error: RowError }

export interface BatchWriteRowReply {
  readonly tables: readonly {
    readonly tableName: string
    readonly rows: readonly RowInBatchWriteRowReply[]
  }[]
}
