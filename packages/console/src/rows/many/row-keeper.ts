import type { ShownRow } from '@rowhouse/console-gate/shapes'
import { keyName } from '../use-rows.js'

/** So many rows, and bytes of them, a browser keeps to put them back. */
export const KEPT_ROWS = 10_000
const KEPT_BYTES = 128 * 1_048_576

/** Keeps deleted rows with their versions and times, up to its bounds. */
export class RowKeeper {
  readonly rows: ShownRow[] = []
  #bytes = 0

  keep(row: ShownRow): void {
    const size = bytesOfRow(row)
    if (this.rows.length >= KEPT_ROWS || this.#bytes + size > KEPT_BYTES) return
    this.rows.push(row)
    this.#bytes += size
  }
}

/** About the bytes of a row's values. */
export function bytesOfRow({ key, columns }: ShownRow): number {
  let bytes = keyName(key).length
  for (const { name, value } of columns) {
    bytes += name.length + 16
    if (typeof value === 'string') bytes += value.length * 2
    else if (value instanceof Uint8Array) bytes += value.length
  }
  return bytes
}
