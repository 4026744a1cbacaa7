import type { CapacityUnit, ReadSelection } from './shared.js'

export interface GetRowRequest extends ReadSelection {
  readonly tableName: string
  readonly primaryKey: Buffer
  readonly token: Buffer | undefined
  readonly transactionId: string | undefined
}

/** `row` is PlainBuffer, or empty when there is no such row. */
export interface GetRowReply {
  readonly consumed: CapacityUnit
  readonly row: Buffer
}
