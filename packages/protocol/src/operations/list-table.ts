export type ListTableRequest = Record<never, never>

export interface ListTableReply {
  readonly tableNames: readonly string[]
}
