import { outOfRange } from '@rowhouse/platform'

const NONE = -1

/**
 * Finds the slot of a block by file and position: an open-addressing table over typed arrays, so that it
 * costs no object a block. The caller keeps each slot in it at most once.
 */
export class BlockIndex {
  readonly #mask: number
  /** Slot + 1; 0 where there is none. */
  readonly #table: Int32Array
  readonly #files: Float64Array
  readonly #positions: Float64Array

  constructor(slots: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(4, slots * 2)))
    this.#mask = size - 1
    this.#table = new Int32Array(size)
    this.#files = new Float64Array(slots)
    this.#positions = new Float64Array(slots)
  }

  /** Below zero when there is none. */
  find(file: number, position: number): number {
    for (let at = this.#home(file, position); ; at = (at + 1) & this.#mask) {
      const slot = (this.#table[at] ?? outOfRange()) - 1
      if (slot < 0) return NONE
      if (this.#positions[slot] === position && this.#files[slot] === file) return slot
    }
  }

  fileOf(slot: number): number {
    return this.#files[slot] ?? outOfRange()
  }

  add(slot: number, file: number, position: number): void {
    this.#files[slot] = file
    this.#positions[slot] = position
    let at = this.#home(file, position)
    while (this.#table[at] !== 0) at = (at + 1) & this.#mask
    this.#table[at] = slot + 1
  }

  /** What stands behind moves up, so that there is never a gap before an entry. */
  remove(slot: number): void {
    let gap = this.#homeOf(slot)
    while (this.#table[gap] !== slot + 1) gap = (gap + 1) & this.#mask
    for (let at = (gap + 1) & this.#mask; ; at = (at + 1) & this.#mask) {
      const next = this.#table[at] ?? outOfRange()
      if (next === 0) break
      const fromHome = (at - this.#homeOf(next - 1)) & this.#mask
      if (fromHome < ((at - gap) & this.#mask)) continue
      this.#table[gap] = next
      gap = at
    }
    this.#table[gap] = 0
  }

  #homeOf(slot: number): number {
    return this.#home(this.#files[slot] ?? outOfRange(), this.#positions[slot] ?? outOfRange())
  }

  #home(file: number, position: number): number {
    const high = Math.floor(position / 2 ** 32)
    let mixed = Math.imul(position | 0, 0x9e_37_79_b1) ^ Math.imul(file | 0, 0x85_eb_ca_6b) ^ high
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c_1b_3c_6d)
    return (mixed ^ (mixed >>> 13)) & this.#mask
  }
}
