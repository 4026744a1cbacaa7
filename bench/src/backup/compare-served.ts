import { type PlainBufferRow, encodeRow, stringOf } from '@rowhouse/protocol'
import type { Endpoint } from '../load/connection.js'
import type { LaterRows } from './later-rows.js'
import { scanRows } from './scan-rows.js'

/**
 * Checks that the restored server returns the first rows as the original one does, without the later ones.
 * Returns how many were compared: the wanted number, or all there are.
 */
export async function compareServed(
  original: Endpoint,
  restored: Endpoint,
  later: LaterRows,
  rows: number,
): Promise<number> {
  const found = scanRows(restored)
  let compared = 0
  try {
    for await (const row of scanRows(original)) {
      if (later.take(Number(keyText(row).slice('user'.length)))) continue
      const next = await found.next()
      if (next.done === true) throw new Error(`${keyText(row)} is not served any more`)
      if (!encodeRow(next.value).equals(encodeRow(row))) {
        throw new Error(`${keyText(next.value)} is served where ${keyText(row)} was`)
      }
      if (++compared === rows) return compared
    }
    const surplus = await found.next()
    if (surplus.done !== true) throw new Error(`${keyText(surplus.value)} should not be served`)
    return compared
  } finally {
    await found.return(undefined)
  }
}

const keyText = ({ primaryKey }: PlainBufferRow): string => {
  const value = primaryKey[0]?.value
  return value === undefined ? '' : stringOf(value)
}
