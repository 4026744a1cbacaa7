import { limits } from '@rowhouse/protocol'
import { type Hash, createHash, hashBytes, hashHalves } from '@rowhouse/platform'

/** The parts of an image that its fingerprint covers: columns and expiry. */
export interface FingerprintedRow {
  readonly columns: readonly { readonly name: string; readonly value: Uint8Array }[]
  readonly expiresAt: number | undefined
}

/**
 * Hashes a row cell by cell. The order of the columns does not matter. Files contain the result, so a
 * change here changes their format.
 */
export class FingerprintMaker {
  readonly #cell = createHash()
  readonly #end = new DataView(new ArrayBuffer(8))
  #high = 0
  #low = 0
  #cells = 0

  begin(): void {
    this.#high = 0
    this.#low = 0
    this.#cells = 0
  }

  /** `name` is the hash of the column's name. */
  add(name: Hash, bytes: Uint8Array, from: number, to: number): void {
    const cell = this.#cell
    hashBytes(bytes, from, to, cell)
    hashHalves((cell.high ^ name.low) >>> 0, (cell.low ^ name.high) >>> 0, cell)
    // A sum does not depend on the order.
    this.#high = (this.#high + cell.high) >>> 0
    this.#low = (this.#low + cell.low) >>> 0
    this.#cells++
  }

  /** The answer is overwritten for the next row. */
  end(expiresAt: number | undefined): Readonly<Hash> {
    const hash = this.#cell
    hash.high = (this.#high + this.#cells) >>> 0
    hash.low = this.#low
    if (expiresAt === undefined) return hash
    this.#end.setFloat64(0, expiresAt)
    const high = (this.#end.getUint32(0) ^ hash.high) >>> 0
    hashHalves(high, (this.#end.getUint32(4) ^ hash.low) >>> 0, hash)
    return hash
  }
}

export const hashOfName = (name: string): Hash => {
  const hash = createHash()
  const bytes = Buffer.from(name)
  hashBytes(bytes, 0, bytes.length, hash)
  return hash
}

/** Makes a function that hashes whole rows. */
export function createFingerprints(): (row: FingerprintedRow) => Hash {
  const names = new Map<string, Hash>()
  const maker = new FingerprintMaker()
  const nameOf = (name: string): Hash => {
    const known = names.get(name)
    if (known !== undefined) return known
    const made = hashOfName(name)
    if (names.size < limits.SEARCH_FIELDS_MAX) names.set(name, made)
    return made
  }
  return ({ columns, expiresAt }) => {
    maker.begin()
    for (const { name, value } of columns) maker.add(nameOf(name), value, 0, value.length)
    const { high, low } = maker.end(expiresAt)
    return { high, low }
  }
}

/** The two halves as one number. */
export function fingerprintNumber(high: number, low: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low)
}
