import type { CapacityUnit, ReadSelection } from './shared.js'

export type DataBlockType = 'DBT_PLAIN_BUFFER' | 'DBT_SIMPLE_ROW_MATRIX'

export interface GetRangeRequest extends ReadSelection {
  readonly tableName: string
  readonly direction: 'FORWARD' | 'BACKWARD'
  readonly limit: number | undefined
  readonly inclusiveStartPrimaryKey: Buffer
  readonly exclusiveEndPrimaryKey: Buffer
  readonly token: Buffer | undefined
  readonly transactionId: string | undefined
  readonly dataBlockTypeHint: DataBlockType
  readonly returnEntirePrimaryKeys: boolean
}

/** `rows` is PlainBuffer or a SimpleRowMatrix block; nextStartPrimaryKey is absent at the end. */
export interface GetRangeReply {
  readonly consumed: CapacityUnit
  readonly rows: Buffer
  readonly nextStartPrimaryKey: Buffer | undefined
  readonly dataBlockType: DataBlockType
}
