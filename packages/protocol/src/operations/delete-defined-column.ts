export interface DeleteDefinedColumnRequest {
  readonly tableName: string
  readonly columns: readonly string[]
}

export type DeleteDefinedColumnReply = Record<never, never>
