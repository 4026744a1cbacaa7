import type { CapacityUnit, Condition, ReturnContent } from './shared.js'

export interface PutRowRequest {
  readonly tableName: string
  readonly row: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
  readonly transactionId: string | undefined
}

export interface PutRowReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer | undefined
}
