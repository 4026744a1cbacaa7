import type { CapacityUnit, Condition, ReturnContent } from './shared.js'

export interface UpdateRowRequest {
  readonly tableName: string
  readonly rowChange: Buffer
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
  readonly transactionId: string | undefined
}

export interface UpdateRowReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer | undefined
}
