import { permuteCounter } from './key-permutation.js'

/** The shape of a table's rows; all of them have the same size. */
export interface RowShape {
  readonly columns: number
  readonly columnBytes: number
}

/** The service's published benchmark row: a 20-character key and five columns of 100 bytes. */
export const PUBLISHED_SHAPE: RowShape = { columns: 5, columnBytes: 100 }

/** 20 bytes of key, five names of 2 bytes and 5 x 54 bytes of values: 300 bytes. */
export const LOADER_SHAPE: RowShape = { columns: 5, columnBytes: 54 }

export const TABLE_NAME = 'usertable'
export const KEY_NAME = 'id'
export const KEY_LENGTH = 20

/** The key of the counter-th row: 20 characters. */
export function keyOf(counter: number): string {
  return `user${String(permuteCounter(counter)).padStart(16, '0')}`
}

/** Of key, names and values. */
export const rowBytesOf = ({ columns, columnBytes }: RowShape): number =>
  KEY_LENGTH + columns * (columnName(0).length + columnBytes)

export function columnName(column: number): string {
  return `c${column}`
}
