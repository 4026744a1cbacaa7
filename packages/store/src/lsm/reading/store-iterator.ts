import type { WorkTurns } from '@rowhouse/platform'
import type { Entry, EntryIterator, KeyRange } from '../../key-value-store.js'
import { nextBatchEntries } from '../../batch-entries.js'
import type { EntryCursor } from '../entry-cursor.js'
import type { Version } from '../versions/store-version.js'
import type { BatchReader, EntryPart } from './batch-reader.js'
import { versionCursor } from './version-cursor.js'

/** A state of the store, pinned for whoever asked for it. */
export interface PinnedMoment {
  readonly version: Version
  readonly sequence: number
}

export interface IteratorParts {
  readonly range: KeyRange
  readonly take: () => PinnedMoment
  readonly batches: BatchReader
  /** Scans and writes share what they take of a turn of the event loop. */
  readonly turns: WorkTurns
  readonly onClosed: (iterator: StoreIterator) => void
}

/** A scan of the store as it is when the first batch is asked for. It holds no blocks between batches. */
export class StoreIterator implements EntryIterator {
  readonly #parts: IteratorParts
  readonly #wanted: EntryPart
  #limit: number
  #moment: PinnedMoment | undefined
  #cursor: EntryCursor | undefined
  #hasBegun = false
  #isClosed = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(parts: IteratorParts) {
    this.#parts = parts
    const { keyOffset = 0, keysOnly = false, batchEntries } = parts.range
    this.#wanted = { keyOffset, keysOnly }
    this.#limit = batchEntries
  }

  /** Calls that overlap are answered one after the other. */
  next(): Promise<readonly Entry[]> {
    const batch = this.#running.then(
      () => this.#batch(),
      () => this.#batch(),
    )
    this.#running = batch
    return batch
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#running.catch(() => {})
    this.#giveUp()
    this.#parts.onClosed(this)
  }

  async #batch(): Promise<readonly Entry[]> {
    if (this.#isClosed) return []
    const waitingToBegin = this.#begin()
    if (waitingToBegin !== undefined) await waitingToBegin
    const cursor = this.#cursor
    if (cursor === undefined) return []
    const { batches, turns } = this.#parts
    let all: readonly Entry[] = []
    for (;;) {
      const room = this.#limit - all.length
      const { entries, waiting } = await turns.once(() => batches.take(cursor, room, this.#wanted))
      all = all.length === 0 ? entries : [...all, ...entries]
      if (waiting === undefined) break
      await waiting
      if (all.length >= this.#limit) break
    }
    if (cursor.isOnEntry) cursor.pause()
    else this.#giveUp()
    this.#limit = nextBatchEntries(all)
    return all
  }

  /** Undefined when the cursor is on its first entry, or on the one behind the last batch. */
  #begin(): Promise<void> | undefined {
    if (this.#cursor !== undefined) return this.#cursor.resume()
    if (this.#hasBegun) return undefined
    this.#hasBegun = true
    const { range } = this.#parts
    if (range.start.compare(range.end) >= 0) return undefined
    this.#moment = this.#parts.take()
    this.#cursor = versionCursor(this.#moment.version, this.#moment.sequence, range)
    return this.#cursor.first()
  }

  #giveUp(): void {
    this.#cursor?.close()
    this.#cursor = undefined
    this.#moment?.version.unpin()
    this.#moment = undefined
  }
}
