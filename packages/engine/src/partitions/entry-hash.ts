import { expectDefined } from '@rowhouse/platform'

/**
 * A 32-bit hash of an entry's name, the same from its bytes as from its text. It is seeded, so that a
 * client cannot choose keys that collide.
 */
export class EntryHash {
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed | 0
  }

  ofBytes(bytes: Uint8Array, start: number, end: number): number {
    return finished(continued(this.#seed, bytes, start, end))
  }

  /** The hash of a partition-key value: equal to `ofName` of its `entryName`. */
  ofTableBytes(table: number, bytes: Uint8Array, start: number, end: number): number {
    let hash = step(this.#seed, table >>> 24)
    hash = step(hash, (table >>> 16) & 0xff)
    hash = step(hash, (table >>> 8) & 0xff)
    hash = step(hash, table & 0xff)
    return finished(continued(hash, bytes, start, end))
  }

  /** `name` has one character per byte. */
  ofName(name: string): number {
    let hash = this.#seed
    for (let i = 0; i < name.length; i++) hash = step(hash, name.charCodeAt(i))
    return finished(hash)
  }
}

/** A step of FNV-1a, which starts from a seed here. */
function step(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x0100_0193)
}

function continued(begin: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = begin
  for (let i = start; i < end; i++)
    hash = step(hash, expectDefined(bytes[i], 'the end is within the bytes'))
  return hash
}

/** The low bits choose the bucket, so the high ones, which depend on more of the name, are mixed in. */
function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9_f3b5)
  return mixed ^ (mixed >>> 15)
}
