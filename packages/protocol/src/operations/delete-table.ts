export interface DeleteTableRequest {
  readonly tableName: string
}

export type DeleteTableReply = Record<never, never>
