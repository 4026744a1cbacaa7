import { createHash } from 'node:crypto'
import type { Entry } from '../key-value-store.js'

export interface StoreContents {
  readonly entries: number
  /** Of keys and values. */
  readonly bytes: number
  /** SHA-256 of all keys and values with their lengths, in hex. */
  readonly digest: string
}

const LENGTHS_BYTES = 8

/** Counts and digests the entries of a store in the order of their keys. */
export class StoreDigest {
  readonly #hash = createHash('sha256')
  entries = 0
  bytes = 0

  add(entries: readonly Entry[]): void {
    const parts: Buffer[] = []
    for (const { key, value } of entries) {
      const lengths = Buffer.allocUnsafe(LENGTHS_BYTES)
      lengths.writeUInt32LE(key.length, 0)
      lengths.writeUInt32LE(value.length, 4)
      parts.push(lengths, key, value)
      this.bytes += key.length + value.length
    }
    this.entries += entries.length
    this.#hash.update(Buffer.concat(parts))
  }

  contents(): StoreContents {
    return { entries: this.entries, bytes: this.bytes, digest: this.#hash.digest('hex') }
  }
}
