import { errors } from '@rowhouse/protocol'
import type { RequestMemory } from '../../memory/request-memory.js'

/** The room that is left in the reply of a BatchGetRow. */
export interface ReplyRoom {
  bytesLeft: number
  /** Resolves when the previous large row has been read. */
  turn: Promise<void>
}

/**
 * The memory of one row of a BatchGetRow that may be chunked. Such rows are read one after the other, and
 * no more of them once the reply is full.
 */
export class LargeRow implements RequestMemory {
  readonly #memory: RequestMemory
  readonly #room: ReplyRoom
  #taken = 0
  #ends: (() => void) | undefined

  constructor(memory: RequestMemory, room: ReplyRoom) {
    this.#memory = memory
    this.#room = room
  }

  get bytes(): number {
    return this.#taken
  }

  get bytesMax(): number {
    return this.#memory.bytesMax
  }

  async take(bytes: number): Promise<void> {
    if (this.#ends === undefined) await this.#begin()
    await this.#memory.take(bytes)
    this.#taken += bytes
  }

  giveBack(bytes: number): void {
    this.#taken -= bytes
    this.#memory.giveBack(bytes)
  }

  bodyDone(): void {
    this.#memory.bodyDone()
  }

  /** Ends the read of the row: it takes `bytes` bytes of the reply, or has failed. */
  end(bytes: number): void {
    const unused = this.#taken - bytes
    if (unused > 0) this.giveBack(unused)
    this.#ends?.()
  }

  async #begin(): Promise<void> {
    const before = this.#room.turn
    this.#room.turn = new Promise((resolve) => {
      this.#ends = resolve
    })
    await before
    // Clients retry rows with this error, and the next reply has room for them.
    if (this.#room.bytesLeft <= 0) throw errors.serverBusy()
  }
}
