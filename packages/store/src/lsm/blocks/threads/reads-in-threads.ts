import { storeLimits } from '../../../limits.js'
import type { BlockFile, BlockPlace, BlockReads, ReadErrors } from '../block-reads.js'
import type { SlotMemory } from '../slot-memory.js'
import { type ReadJob, ReadingThread } from './reading-thread-link.js'

/** The bundle has it beside the program, and a build beside this file. */
const ENTRY = new URL('./block-reading-thread.js', import.meta.url)

/**
 * Reads by threads that fill the slots. Waking a thread costs this one more than all else of a read, so reads
 * of some turns of the event loop go together, and a second thread is woken for many only. Until two reads
 * have met they are made here, and so is one that fails in a thread, which tells why.
 */
export class ReadsInThreads implements BlockReads {
  readonly #here: BlockReads
  readonly #startThreads: () => ReadingThread[]
  /** Started by the first reads that are not alone. */
  #threads: ReadingThread[] = []
  #waiting: ReadJob[] = []
  #isGathering = false
  /** Turns of the event loop in which reads have come together, and how many there were in the one before. */
  #turns = 0
  #gathered = 0
  #isReadingAlone = false

  constructor(here: BlockReads, memory: SlotMemory, threads: number, entry: URL = ENTRY) {
    this.#here = here
    const events = { free: () => this.#share(), again: (job: ReadJob) => this.#readHere(job) }
    this.#startThreads = () =>
      Array.from({ length: threads }, () => new ReadingThread(entry, memory, events))
  }

  read(source: BlockFile, places: readonly BlockPlace[]): Promise<ReadErrors> {
    const { descriptor } = source.file
    const isTooLong = places.length > storeLimits.READ_BOARD_BLOCKS
    if (descriptor === undefined || isTooLong) return this.#here.read(source, places)
    if (this.#threads.length === 0) {
      if (!this.#isReadingAlone) return this.#readAlone(source, places)
      this.#threads = this.#startThreads()
    }
    return new Promise((resolve) => {
      this.#waiting.push({ source, descriptor, places, resolve })
      if (this.#isGathering) return
      this.#isGathering = true
      this.#turns = this.#gathered = 0
      setImmediate(this.#gather)
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  figures(): Readonly<Record<string, number>> {
    return {
      ...this.#here.figures(),
      store_block_thread_batches: this.#threads.reduce((sum, { batches }) => sum + batches, 0),
      store_block_thread_reads: this.#threads.reduce((sum, { blocks }) => sum + blocks, 0),
    }
  }

  /** Goes on while turns bring more reads, until there are enough for a message. */
  readonly #gather = (): void => {
    const { length } = this.#waiting
    const isGrowing = length > this.#gathered && length < storeLimits.READ_BATCH_BLOCKS_MIN
    this.#gathered = length
    if (isGrowing && ++this.#turns < storeLimits.READ_GATHER_TURNS) {
      setImmediate(this.#gather)
      return
    }
    this.#isGathering = false
    this.#share()
  }

  async #readAlone(source: BlockFile, places: readonly BlockPlace[]): Promise<ReadErrors> {
    this.#isReadingAlone = true
    const errors = await this.#here.read(source, places)
    this.#isReadingAlone = false
    return errors
  }

  #readHere({ source, places, resolve }: ReadJob): void {
    void this.#here.read(source, places).then(resolve)
  }

  /** Gives what waits to the threads that are idle, in parts that are worth a message. */
  #share(): void {
    if (!this.#threads.some(({ isReady }) => isReady)) {
      for (const job of this.#waiting.splice(0)) this.#readHere(job)
      return
    }
    if (this.#isGathering) return
    const { READ_BATCH_BLOCKS_MIN } = storeLimits
    // A thread that is reading takes them next, without being woken.
    const isReading = this.#threads.some(({ isReady, isIdle }) => isReady && !isIdle)
    if (isReading && this.#waiting.length < READ_BATCH_BLOCKS_MIN) return
    const idle = this.#threads.filter(({ isIdle }) => isIdle)
    idle.forEach((thread, at) => {
      if (this.#waiting.length === 0) return
      const share = Math.ceil(this.#waiting.length / (idle.length - at))
      const given = this.#waiting.splice(0, Math.max(share, READ_BATCH_BLOCKS_MIN))
      this.#waiting.unshift(...thread.take(given))
    })
  }
}
