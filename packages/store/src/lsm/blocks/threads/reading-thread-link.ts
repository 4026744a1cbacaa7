import { Thread } from '@rowhouse/platform'
import { storeLimits } from '../../../limits.js'
import { type BlockFile, type BlockPlace, NO_ERRORS, type ReadErrors } from '../block-reads.js'
import type { SlotMemory } from '../slot-memory.js'
import { ReadBoard } from './read-board.js'
import type { FromReading, StartReading, ToReading } from './reading-messages.js'

/** A read that waits. */
export interface ReadJob {
  readonly source: BlockFile
  readonly descriptor: number
  readonly places: readonly BlockPlace[]
  readonly resolve: (errors: ReadErrors) => void
}

export interface ReadingThreadEvents {
  /** The thread takes another board. */
  free(): void
  /** The thread has not read this. */
  again(job: ReadJob): void
}

/** One thread that reads blocks, which has at most one board of them. */
export class ReadingThread {
  readonly #memory: SlotMemory
  readonly #events: ReadingThreadEvents
  readonly #board = new ReadBoard()
  readonly #thread: Thread<ToReading | StartReading, FromReading>
  #isReady = false
  /** Those that the thread knows. */
  #slabs = 0
  #jobs: ReadJob[] = []
  batches = 0
  blocks = 0

  constructor(entry: URL, memory: SlotMemory, events: ReadingThreadEvents) {
    this.#memory = memory
    this.#events = events
    const { slots, slotBytes } = memory
    this.#thread = new Thread({
      entry,
      youngGenerationMb: storeLimits.THREAD_YOUNG_MB,
      setup: { slots, slotBytes, board: this.#board.memory },
      onMessage: () => {
        this.#isReady = true
        this.#finish()
      },
      onEnd: () => this.#lose(),
      onStart: () => {},
    })
  }

  /** It is there, or will be in a moment. */
  get isReady(): boolean {
    return this.#isReady
  }

  get isIdle(): boolean {
    return this.#isReady && this.#jobs.length === 0
  }

  /** Answers the jobs that the board had no room for. The thread must be idle. */
  take(jobs: readonly ReadJob[]): readonly ReadJob[] {
    let blocks = 0
    let taken = 0
    for (const { descriptor, places } of jobs) {
      if (blocks + places.length > storeLimits.READ_BOARD_BLOCKS) break
      places.forEach((place, at) => {
        // Takes the slab, if this is the first of its slots.
        this.#memory.bytesOf(place.slot)
        this.#board.write(blocks++, descriptor, place, at + 1 < places.length)
      })
      taken++
    }
    this.#jobs = jobs.slice(0, taken)
    this.batches++
    this.blocks += blocks
    for (const slab of this.#memory.slabs.slice(this.#slabs)) this.#thread.send({ slab })
    this.#slabs = this.#memory.slabs.length
    this.#thread.send(blocks)
    return jobs.slice(taken)
  }

  close(): Promise<void> {
    return this.#thread.stop()
  }

  #finish(): void {
    const jobs = this.#jobs
    this.#jobs = []
    let block = 0
    for (const job of jobs) {
      let isDone = true
      for (const _ of job.places) isDone = this.#board.isDone(block++) && isDone
      if (isDone) job.resolve(NO_ERRORS)
      else this.#events.again(job)
    }
    this.#events.free()
  }

  #lose(): void {
    this.#isReady = false
    this.#slabs = 0
    for (const job of this.#jobs.splice(0)) this.#events.again(job)
    this.#events.free()
  }
}
