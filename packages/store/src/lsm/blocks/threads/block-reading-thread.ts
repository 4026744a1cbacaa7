import { type MessagePort, parentPort } from 'node:worker_threads'
import { outOfRange, readDescriptor } from '@rowhouse/platform'
import { storeLimits } from '../../../limits.js'
import { Lz4Memory } from '../../lz4/lz4-memory.js'
import { isPlain, unpackBlock } from '../block-form.js'
import { SlotMemory } from '../slot-memory.js'
import { ReadBoard } from './read-board.js'
import type { FromReading, StartReading, ToReading } from './reading-messages.js'

/**
 * Reads the blocks of its board into their slots. What it cannot read or unpack it leaves undone, for the
 * thread that asked to find out why.
 */
class BlockReader {
  readonly #memory: SlotMemory
  readonly #board: ReadBoard
  readonly #lz4 = new Lz4Memory()
  readonly #buffer = Buffer.allocUnsafeSlow(storeLimits.READ_AHEAD_BYTES_MAX)

  constructor({ slots, slotBytes, board }: StartReading) {
    this.#memory = new SlotMemory(slots, slotBytes)
    this.#board = new ReadBoard(board)
  }

  share(slab: SharedArrayBuffer): void {
    this.#memory.share(slab)
  }

  readAll(blocks: number): void {
    for (let first = 0; first < blocks; ) {
      let last = first
      while (this.#board.isJoined(last)) last++
      try {
        this.#readJoined(first, last)
      } catch {
        // The other thread reads it again, and gets the error.
      }
      first = last + 1
    }
  }

  #readJoined(first: number, last: number): void {
    const board = this.#board
    const { handle, slot } = board.placeOf(first)
    const end = last === first ? handle : board.placeOf(last).handle
    const bytes = end.position + end.stored - handle.position
    const isDirect = first === last && isPlain(handle)
    const buffer = isDirect ? this.#memory.bytesOf(slot) : this.#buffer
    const base = isDirect ? this.#memory.startOf(slot) : 0
    const count = readDescriptor(
      board.descriptorOf(first),
      buffer.subarray(base, base + bytes),
      handle.position,
    )
    for (let block = first; block <= last; block++) {
      const place = board.placeOf(block)
      const at = place.handle.position - handle.position
      if (at + place.handle.stored > count) return
      const [target, start] = [this.#memory.bytesOf(place.slot), this.#memory.startOf(place.slot)]
      const damage = unpackBlock(buffer, base + at, place.handle, target, start, this.#lz4)
      if (damage === undefined) board.finish(block)
    }
  }
}

/** The entry of a thread that reads blocks (see reading-thread-link.ts). */
function serve(port: MessagePort): void {
  const answer = (blocks: FromReading): void => port.postMessage(blocks)
  port.once('message', (start: StartReading) => {
    const reader = new BlockReader(start)
    port.on('message', (message: ToReading) => {
      if (typeof message !== 'number') return reader.share(message.slab)
      reader.readAll(message)
      answer(message)
    })
    answer(0)
  })
}

serve(parentPort ?? outOfRange())
