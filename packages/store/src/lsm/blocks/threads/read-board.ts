import { outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../../limits.js'
import type { BlockPlace } from '../block-reads.js'

const DESCRIPTOR = 0
const POSITION = 1
const STORED = 2
const CONTENT = 3
const SLOT = 4
/** The next block lies behind this one, and is read with it. */
const IS_JOINED = 5
const IS_DONE = 6
const FIELDS = 7

/** The blocks that a thread is to read, in memory that it shares. */
export class ReadBoard {
  readonly memory: SharedArrayBuffer
  readonly #fields: Float64Array

  constructor(memory?: SharedArrayBuffer) {
    const bytes = storeLimits.READ_BOARD_BLOCKS * FIELDS * Float64Array.BYTES_PER_ELEMENT
    this.memory = memory ?? new SharedArrayBuffer(bytes)
    this.#fields = new Float64Array(this.memory)
  }

  write(block: number, descriptor: number, place: BlockPlace, isJoined: boolean): void {
    const { handle, slot } = place
    const at = block * FIELDS
    this.#fields[at + DESCRIPTOR] = descriptor
    this.#fields[at + POSITION] = handle.position
    this.#fields[at + STORED] = handle.stored
    this.#fields[at + CONTENT] = handle.content
    this.#fields[at + SLOT] = slot
    this.#fields[at + IS_JOINED] = isJoined ? 1 : 0
    this.#fields[at + IS_DONE] = 0
  }

  descriptorOf(block: number): number {
    return this.#read(block, DESCRIPTOR)
  }

  placeOf(block: number): BlockPlace {
    const position = this.#read(block, POSITION)
    const handle = {
      position,
      stored: this.#read(block, STORED),
      content: this.#read(block, CONTENT),
    }
    return { handle, slot: this.#read(block, SLOT) }
  }

  isJoined(block: number): boolean {
    return this.#read(block, IS_JOINED) === 1
  }

  isDone(block: number): boolean {
    return this.#read(block, IS_DONE) === 1
  }

  finish(block: number): void {
    this.#fields[block * FIELDS + IS_DONE] = 1
  }

  #read(block: number, field: number): number {
    return this.#fields[block * FIELDS + field] ?? outOfRange()
  }
}
