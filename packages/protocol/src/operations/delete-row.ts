import type { CapacityUnit, Condition, ReturnContent } from './shared.js'

export interface DeleteRowRequest {
  readonly tableName: string
  readonly primaryKey: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
  readonly transactionId: string | undefined
}

export interface DeleteRowReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer | undefined
}
