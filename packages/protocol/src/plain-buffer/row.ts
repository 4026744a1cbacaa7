import type { Variant } from '../values/variant.js'

/** What a cell does to its column. A plain put carries no operation on the wire. */
export const CellOperation = {
  DELETE_ALL_VERSION: 0x01,
  DELETE_ONE_VERSION: 0x03,
  INCREMENT: 0x04,
} as const
export type CellOperation = (typeof CellOperation)[keyof typeof CellOperation]

/** One cell as it travels. `timestamp` is in milliseconds; absent means "the server's clock". */
export interface PlainBufferCell {
  readonly name: string
  readonly value: Variant | undefined
  readonly operation: CellOperation | undefined
  readonly timestamp: bigint | undefined
}

/** A column of a key, or a cell that is put with the server's clock. */
export const plainCell = (name: string, value: Variant | undefined): PlainBufferCell => ({
  name,
  value,
  operation: undefined,
  timestamp: undefined,
})

/** One row as it travels, in the order of the wire. */
export interface PlainBufferRow {
  readonly primaryKey: readonly PlainBufferCell[]
  readonly cells: readonly PlainBufferCell[]
  readonly deleteMarker: boolean
}
