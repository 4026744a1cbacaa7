import { limits } from '@rowhouse/protocol'
import { type Hash, createHash, hashBytes, hashHalves } from '../bits/hash.js'

/** What of an image counts: its columns and its end. */
export interface FingerprintedRow {
  readonly columns: readonly { readonly name: string; readonly value: Uint8Array }[]
  readonly expiresAt: number | undefined
}

/**
 * Makes a function that hashes rows, the same for the same columns in whatever order. The result is part of
 * files: a change here is a change of their format.
 */
export function createFingerprints(): (row: FingerprintedRow) => Hash {
  const names = new Map<string, Hash>()
  const hash = createHash()
  const end = new DataView(new ArrayBuffer(8))
  const nameOf = (name: string): Hash => {
    const known = names.get(name)
    if (known !== undefined) return known
    const made = createHash()
    const bytes = Buffer.from(name)
    hashBytes(bytes, 0, bytes.length, made)
    if (names.size < limits.SEARCH_FIELDS_MAX) names.set(name, made)
    return made
  }
  return ({ columns, expiresAt }) => {
    let high = columns.length
    let low = 0
    for (const { name, value } of columns) {
      const ofName = nameOf(name)
      hashBytes(value, 0, value.length, hash)
      hashHalves((hash.high ^ ofName.low) >>> 0, (hash.low ^ ofName.high) >>> 0, hash)
      // A sum does not ask for an order.
      high = (high + hash.high) >>> 0
      low = (low + hash.low) >>> 0
    }
    if (expiresAt !== undefined) {
      end.setFloat64(0, expiresAt)
      hashHalves((end.getUint32(0) ^ high) >>> 0, (end.getUint32(4) ^ low) >>> 0, hash)
      return { high: hash.high, low: hash.low }
    }
    return { high, low }
  }
}

/** The two halves as one number. */
export function fingerprintNumber(high: number, low: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low)
}
