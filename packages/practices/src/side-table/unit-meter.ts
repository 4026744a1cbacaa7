import type { Value } from '@rowhouse/client'
import { limits } from '@rowhouse/protocol'
import type { Columns } from './side-layout.js'

/** Capacity units of the same calls, made in three ways. */
export interface UnitFigures {
  /** With the side table. */
  readonly spent: number
  /** On one table, reading the columns that were asked for. */
  readonly oneTable: number
  /** On one table, always reading whole rows: at least so many. */
  readonly wholeRows: number
}

/** As the service counts a row: names and values. */
export function bytesOf(columns: Columns): number {
  let bytes = 0
  for (const [name, value] of Object.entries(columns))
    if (value !== undefined) bytes += Buffer.byteLength(name) + valueBytes(value)
  return bytes
}

function valueBytes(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (value instanceof Uint8Array) return value.length
  return typeof value === 'boolean' ? 1 : 8
}

/** Of one row; every started 4 KB is a unit. */
export const unitsOf = (bytes: number): number =>
  Math.max(1, Math.ceil(bytes / limits.CAPACITY_UNIT_BYTES))

/** Of a row in a page, whose rows are added up before they are rounded. */
export const pagedUnitsOf = (bytes: number): number => bytes / limits.CAPACITY_UNIT_BYTES

/** Adds up what calls cost, and what they would cost on one table. */
export class UnitMeter {
  #spent = 0
  #oneTable = 0
  #wholeRows = 0

  get figures(): UnitFigures {
    return {
      spent: Math.ceil(this.#spent),
      oneTable: Math.ceil(this.#oneTable),
      wholeRows: Math.ceil(this.#wholeRows),
    }
  }

  add(spent: number, oneTable = 0, wholeRows = oneTable): void {
    this.#spent += spent
    this.#oneTable += oneTable
    this.#wholeRows += wholeRows
  }
}
