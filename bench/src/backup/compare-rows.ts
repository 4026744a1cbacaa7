import { type PlainBufferRow, encodeRow, stringOf } from '@rowhouse/protocol'
import type { Endpoint } from '../load/connection.js'
import { keyOf } from '../rows/row-shape.js'
import { scanRows } from './scan-rows.js'

/**
 * Every row of the first `rows` counters must be in the restored table as it is in the original one, and
 * none of the later ones may be. Answers how many rows were compared.
 */
export async function compareRows(
  original: Endpoint,
  restored: Endpoint,
  rows: number,
  all: number,
): Promise<number> {
  const later = new Set<string>()
  for (let counter = rows; counter < all; counter++) later.add(keyOf(counter))
  const found = scanRows(restored)
  let compared = 0
  for await (const row of scanRows(original)) {
    if (later.delete(keyText(row))) continue
    const next = await found.next()
    if (next.done === true) throw new Error(`${keyText(row)} and all behind it were not restored`)
    if (!encodeRow(next.value).equals(encodeRow(row))) {
      throw new Error(`${keyText(next.value)} was restored where ${keyText(row)} should be`)
    }
    compared++
  }
  const surplus = await found.next()
  if (surplus.done !== true) throw new Error(`${keyText(surplus.value)} should not be there`)
  if (compared !== rows || later.size > 0) {
    throw new Error(`${compared} rows of ${rows} compared, ${later.size} later ones not found`)
  }
  return compared
}

/** The one key column is a text, so its bytes tell rows apart. */
const keyText = ({ primaryKey }: PlainBufferRow): string => {
  const value = primaryKey[0]?.value
  return value === undefined ? '' : stringOf(value)
}
