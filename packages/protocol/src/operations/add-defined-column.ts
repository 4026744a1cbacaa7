import type { DefinedColumnSchema } from './shared.js'

export interface AddDefinedColumnRequest {
  readonly tableName: string
  readonly columns: readonly DefinedColumnSchema[]
}

export type AddDefinedColumnReply = Record<never, never>
