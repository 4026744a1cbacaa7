import { expectDefined } from '@rowhouse/platform'

/**
 * 32 bits for an entry's name, the same from its bytes as from its text. Seeded, so that a client cannot
 * choose keys that fall together.
 */
export class EntryHash {
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed | 0
  }

  ofBytes(bytes: Uint8Array, start: number, end: number): number {
    return finished(continued(this.#seed, bytes, start, end))
  }

  /** Of a partition-key value: as `ofName` of the name that entryName gives it. */
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

/** FNV-1a, from a begin of its own. */
function step(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x0100_0193)
}

function continued(begin: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = begin
  for (let i = start; i < end; i++)
    hash = step(hash, expectDefined(bytes[i], 'the end is within the bytes'))
  return hash
}

/** The low bits choose the place, so the high ones, which know more of the name, are mixed in. */
function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9_f3b5)
  return mixed ^ (mixed >>> 15)
}
