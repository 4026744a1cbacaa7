import { outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'

/** Where the slots of the block cache are: in slabs of shared memory, each taken when it is needed first. */
export class SlotMemory {
  readonly slotBytes: number
  readonly slots: number
  readonly #slabSlots: number
  /** For other threads, in their order. */
  readonly slabs: SharedArrayBuffer[] = []
  readonly #bytes: Buffer[] = []
  readonly #words: Uint32Array[] = []

  constructor(slots: number, slotBytes: number) {
    this.slots = slots
    this.slotBytes = slotBytes
    this.#slabSlots = Math.max(1, Math.floor(storeLimits.BLOCK_SLAB_BYTES / slotBytes))
  }

  /** The slab that holds the slot, from `startOf` on. */
  bytesOf(slot: number): Buffer {
    const slab = Math.floor(slot / this.#slabSlots)
    while (slab >= this.slabs.length) this.#addSlab()
    return this.#bytes[slab] ?? outOfRange()
  }

  wordsOf(slot: number): Uint32Array {
    return this.#words[Math.floor(slot / this.#slabSlots)] ?? outOfRange()
  }

  startOf(slot: number): number {
    return (slot % this.#slabSlots) * this.slotBytes
  }

  /** A slab of the same slots in another thread. */
  share(memory: SharedArrayBuffer): void {
    this.slabs.push(memory)
    this.#bytes.push(Buffer.from(memory))
    this.#words.push(new Uint32Array(memory))
  }

  #addSlab(): void {
    const slots = Math.min(this.#slabSlots, this.slots - this.slabs.length * this.#slabSlots)
    this.share(new SharedArrayBuffer(slots * this.slotBytes))
  }
}
