import { outOfRange } from '@rowhouse/platform'
import type { KeyParts } from './key-part.js'

/** The numbers whose hashes begin with these bits. */
export interface NumberPart {
  readonly kind: 'numbers'
  readonly bits: number
  readonly number: number
}

/** The key of all numbers outside the part. */
export const OUTSIDE = 0xff_ff_ff_ff
const WHOLE: NumberPart = { kind: 'numbers', bits: 0, number: 0 }
/** The bytes of a number: its value and its place. */
const VALUE_BYTES = 16

const FIRST_SLOTS = 64
const EMPTY = 0

/**
 * Assigns numbers from 0 to distinct values: doubles in an open-addressing table, larger integers
 * in a map.
 */
export class NumberKeys {
  readonly #values: (number | bigint)[] = []
  readonly #large = new Map<bigint, number>()
  /** The lower and upper half of each slot's double, and its number plus 1. */
  #slots = new Int32Array(FIRST_SLOTS * 3)
  #used = 0
  readonly #double = new Float64Array(1)
  readonly #halves = new Int32Array(this.#double.buffer)
  readonly #part: NumberPart

  constructor(part: NumberPart = WHOLE) {
    this.#part = part
  }

  get size(): number {
    return this.#values.length
  }

  get memoryBytes(): number {
    return this.#slots.length * 4 + (this.#values.length + this.#large.size * 4) * VALUE_BYTES
  }

  /** Zero and minus zero are one value. */
  keyOf(value: number): number {
    this.#double[0] = value + 0
    const low = this.#halves[0] ?? outOfRange()
    const high = this.#halves[1] ?? outOfRange()
    const mask = this.#slots.length / 3 - 1
    const hash = mix(low, high)
    if (!isOf(this.#part, hash)) return OUTSIDE
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 3
      const key = this.#slots[at + 2] ?? outOfRange()
      if (key === EMPTY) return this.#add(value, low, high, at)
      if (this.#slots[at] === low && this.#slots[at + 1] === high) return key - 1
    }
  }

  keyOfLong(value: bigint): number {
    if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) {
      return this.keyOf(Number(value))
    }
    const known = this.#large.get(value)
    if (known !== undefined) return known
    const high = Number(BigInt.asIntN(32, value >> 32n))
    if (!isOf(this.#part, mix(Number(BigInt.asIntN(32, value)), high))) return OUTSIDE
    const key = this.#values.push(value) - 1
    this.#large.set(value, key)
    return key
  }

  valueOf(key: number): number | bigint {
    return this.#values[key] ?? outOfRange()
  }

  #add(value: number, low: number, high: number, at: number): number {
    const key = this.#values.push(value + 0) - 1
    this.#slots[at] = low
    this.#slots[at + 1] = high
    this.#slots[at + 2] = key + 1
    this.#used++
    if (this.#used * 6 > this.#slots.length) this.#grow()
    return key
  }

  #grow(): void {
    const old = this.#slots
    const slots = new Int32Array(old.length * 2)
    const mask = slots.length / 3 - 1
    for (let at = 0; at < old.length; at += 3) {
      const [low = 0, high = 0, key = EMPTY] = old.subarray(at, at + 3)
      if (key === EMPTY) continue
      let slot = mix(low, high) & mask
      while (slots[slot * 3 + 2] !== EMPTY) slot = (slot + 1) & mask
      slots.set([low, high, key], slot * 3)
    }
    this.#slots = slots
  }
}

function isOf({ bits, number }: NumberPart, hash: number): boolean {
  // A shift by 32 would shift by 0.
  return bits === 0 || hash >>> (32 - bits) === number
}

export function mix(low: number, high: number): number {
  let mixed = Math.imul(low, 0x85_eb_ca_6b) ^ Math.imul(high, 0xc2_b2_ae_35)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x2c_1b_3c_6d)
  return mixed ^ (mixed >>> 13)
}

/** From this many bits on, most parts hold a single number. */
const BITS_MAX = 24
const BITS_MORE = 2

/** Divides numbers by their hashes. */
export const numberParts: KeyParts = {
  divide: (failed = WHOLE) => {
    if (failed.kind !== 'numbers') throw new Error('parts are of one field')
    const { bits, number } = failed
    if (bits >= BITS_MAX) return undefined
    return Array.from({ length: 2 ** BITS_MORE }, (_, part) => ({
      kind: 'numbers',
      bits: bits + BITS_MORE,
      number: number * 2 ** BITS_MORE + part,
    }))
  },
}
