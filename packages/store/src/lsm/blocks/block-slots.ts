import { outOfRange } from '@rowhouse/platform'
import { BlockIndex } from './block-index.js'

/** What a block is worth to the cache once it has been used: rounds of the clock that it stays unused. */
export const DATA_WORTH = 1
/** A filter or part of an index serves thousands of keys. */
export const INDEX_WORTH = 3

/** For a look at a block that says nothing of its use. */
export const UNCHANGED_WORTH = 0

/** Read, perhaps ahead, and not used yet: the first use is what it was read for, and says nothing more. */
const UNUSED = 255

const NONE = -1

/**
 * What the slots of the block cache are used for: which block each has, which are pinned, and which is given
 * up next (CLOCK). A block leaves the index when it is forgotten; its slot is free once nobody has it pinned.
 */
export class BlockSlots {
  readonly slots: number
  readonly #index: BlockIndex
  readonly #isIndexed: Uint8Array
  readonly #worth: Uint8Array
  readonly #pins: Int32Array
  readonly #free: number[] = []
  /** Slots from here on were never used. */
  #fresh = 0
  #hand = 0
  #pinned = 0

  constructor(slots: number) {
    this.slots = slots
    this.#index = new BlockIndex(this.slots)
    this.#isIndexed = new Uint8Array(this.slots)
    this.#worth = new Uint8Array(this.slots)
    this.#pins = new Int32Array(this.slots)
  }

  get pinned(): number {
    return this.#pinned
  }

  get used(): number {
    return this.#fresh - this.#free.length
  }

  /** Below zero when the block has none. */
  find(file: number, position: number): number {
    return this.#index.find(file, position)
  }

  /** A pinned slot for a block that has none; below zero when all are pinned. */
  take(file: number, position: number): number {
    const slot = this.#free.pop() ?? (this.#fresh < this.slots ? this.#fresh++ : this.#evict())
    if (slot === NONE) return NONE
    this.#index.add(slot, file, position)
    this.#isIndexed[slot] = 1
    this.#worth[slot] = UNUSED
    this.pin(slot)
    return slot
  }

  use(slot: number, worth: number): void {
    const before = this.#worth[slot] ?? outOfRange()
    if (before === UNUSED) this.#worth[slot] = 0
    else if (worth > before) this.#worth[slot] = worth
  }

  wasUsed(slot: number): boolean {
    return this.#worth[slot] !== UNUSED
  }

  pin(slot: number): void {
    const pins = this.#pins[slot] ?? outOfRange()
    if (pins === 0) this.#pinned++
    this.#pins[slot] = pins + 1
  }

  unpin(slot: number): void {
    const pins = (this.#pins[slot] ?? outOfRange()) - 1
    this.#pins[slot] = pins
    if (pins > 0) return
    this.#pinned--
    if (this.#isIndexed[slot] === 0) this.#free.push(slot)
  }

  /** Nobody finds the block here any more. */
  forget(slot: number): void {
    if (this.#isIndexed[slot] === 0) return
    this.#index.remove(slot)
    this.#isIndexed[slot] = 0
    if (this.#pins[slot] === 0) this.#free.push(slot)
  }

  forgetFile(file: number): void {
    for (let slot = 0; slot < this.#fresh; slot++)
      if (this.#isIndexed[slot] === 1 && this.#index.fileOf(slot) === file) this.forget(slot)
  }

  /** Below zero when all slots are pinned. */
  #evict(): number {
    for (
      let steps = this.slots * (INDEX_WORTH + 1);
      steps > 0 && this.#pinned < this.slots;
      steps--
    ) {
      const slot = this.#hand
      this.#hand = slot + 1 === this.slots ? 0 : slot + 1
      if (this.#pins[slot] !== 0) continue
      const worth = this.#worth[slot] ?? outOfRange()
      if (worth > 0) {
        this.#worth[slot] = worth === UNUSED ? 0 : worth - 1
        continue
      }
      this.#index.remove(slot)
      this.#isIndexed[slot] = 0
      return slot
    }
    return NONE
  }
}
