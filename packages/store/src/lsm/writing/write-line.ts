import type { WorkTurns } from '@rowhouse/platform'
import { outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import type { StoreMutation } from '../../key-value-store.js'
import { arenaBytesFor } from '../memtable/batch-room.js'
import type { StoreState } from '../versions/store-state.js'
import type { Flusher } from './flusher.js'

interface Waiting {
  /** Undefined for a wish to have everything before it frozen. */
  readonly batch: readonly StoreMutation[] | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface WriteLineParts {
  readonly state: StoreState
  readonly flusher: Flusher
  readonly turns: WorkTurns
  /** Resolves when writes may go on: undefined at once. */
  readonly room: () => Promise<void> | undefined
  readonly onRangeDelete: () => void
}

/**
 * Batches in the order of their calls. A batch goes into one memtable as a whole and is visible when all of
 * it is there. After an error everything that waits is refused.
 */
export class WriteLine {
  readonly #parts: WriteLineParts
  #line: Waiting[] = []
  /** A work that ends without waiting ends before its promise is there, so the promise cannot tell. */
  #isAtWork = false
  #running: Promise<void> = Promise.resolve()
  /** Of the last mutation that was written, and of the last that readers see. */
  #sequence = 0
  #visible = 0
  /** Of the last mutation that is in a frozen memtable. */
  #frozen = 0

  constructor(parts: WriteLineParts) {
    this.#parts = parts
  }

  get visible(): number {
    return this.#visible
  }

  apply(batch: readonly StoreMutation[]): Promise<void> {
    return this.#wait(batch)
  }

  /** Resolves when what was applied before the call is in memtables that take nothing more. */
  freeze(): Promise<void> {
    return this.#wait(undefined)
  }

  async close(): Promise<void> {
    while (this.#isAtWork) await this.#running
  }

  #wait(batch: readonly StoreMutation[] | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#line.push({ batch, resolve, reject })
      if (!this.#isAtWork) this.#running = this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isAtWork = true
    for (let next = this.#line.shift(); next !== undefined; next = this.#line.shift()) {
      try {
        if (next.batch !== undefined) await this.#write(next.batch)
        else if (this.#sequence > this.#frozen) await this.#freeze()
        next.resolve()
      } catch (error) {
        next.reject(error)
        for (const { reject } of this.#line.splice(0)) reject(error)
      }
    }
    // At once: whoever comes in a later microtask must find that nobody is at work.
    this.#isAtWork = false
  }

  async #write(batch: readonly StoreMutation[]): Promise<void> {
    const { state, turns, room } = this.#parts
    const waiting = room()
    if (waiting !== undefined) await waiting
    if (!state.active.hasRoomFor(batch)) await this.#freeze(batch)
    let at = 0
    const step = (): boolean => {
      const end = Math.min(batch.length, at + storeLimits.APPLY_STEP_MUTATIONS)
      for (; at < end; at++) this.#apply(batch[at] ?? outOfRange())
      return at === batch.length
    }
    const written = turns.run(step)
    if (written !== undefined) await written
    this.#visible = this.#sequence
  }

  #apply(mutation: StoreMutation): void {
    const { active } = this.#parts.state
    const sequence = ++this.#sequence
    if (mutation.kind === 'put') active.put(mutation.key, mutation.value, sequence)
    else if (mutation.kind === 'delete') active.delete(mutation.key, sequence)
    else {
      active.deleteRange(mutation.start, mutation.end, sequence)
      this.#parts.onRangeDelete()
    }
  }

  /** For a batch that has no room, or none in particular. */
  async #freeze(batch: readonly StoreMutation[] = []): Promise<void> {
    const { state, flusher } = this.#parts
    while (state.frozen.length >= storeLimits.FROZEN_MEMTABLES_MAX)
      await flusher.flushed(state.frozen[0] ?? outOfRange())
    state.freeze(this.#sequence + 1, arenaBytesFor(batch))
    this.#frozen = this.#sequence
    flusher.wake()
  }
}
