import { outOfRange } from '@rowhouse/platform'
import type { GroupRoom } from './group-room.js'
import { mix } from './number-keys.js'

const FIRST_SLOTS = 64
const FIRST_PAIRS = 64

/** Assigns numbers from 0 to distinct pairs of numbers, up to the bound of groups. */
export class PairTable {
  #firsts: Uint32Array = new Uint32Array(FIRST_PAIRS)
  #seconds: Uint32Array = new Uint32Array(FIRST_PAIRS)
  #size = 0
  /** The numbers of pairs plus 1; 0 marks an empty slot. */
  #slots = new Uint32Array(FIRST_SLOTS)
  readonly #room: GroupRoom

  constructor(room: GroupRoom) {
    this.#room = room
  }

  get size(): number {
    return this.#size
  }

  get memoryBytes(): number {
    return (this.#firsts.length * 2 + this.#slots.length) * 4
  }

  numberOf(first: number, second: number): number {
    const mask = this.#slots.length - 1
    for (let slot = mix(first, second) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? outOfRange()) - 1
      if (number === -1) return this.#add(first, second, slot)
      if (this.#firsts[number] === first && this.#seconds[number] === second) return number
    }
  }

  first(number: number): number {
    return this.#firsts[number] ?? outOfRange()
  }

  second(number: number): number {
    return this.#seconds[number] ?? outOfRange()
  }

  #add(first: number, second: number, slot: number): number {
    const number = this.#size
    if (number >= this.#room.groupsMax) throw this.#room.tooMany(this.#room.groupsMax)
    if (number === this.#firsts.length) {
      this.#firsts = doubled(this.#firsts)
      this.#seconds = doubled(this.#seconds)
    }
    this.#firsts[number] = first
    this.#seconds[number] = second
    this.#slots[slot] = number + 1
    this.#size = number + 1
    if (this.#size * 2 > this.#slots.length) this.#grow()
    return number
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot =
        mix(this.#firsts[number] ?? outOfRange(), this.#seconds[number] ?? outOfRange()) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

function doubled(old: Uint32Array): Uint32Array {
  const grown = new Uint32Array(old.length * 2)
  grown.set(old)
  return grown
}
