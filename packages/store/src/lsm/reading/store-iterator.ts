import type { WorkTurns } from '@rowhouse/platform'
import type { Entry, EntryIterator, KeyRange } from '../../key-value-store.js'
import { nextBatchEntries } from '../../batch-entries.js'
import type { CursorRange, EntryCursor } from '../entry-cursor.js'
import type { Version } from '../versions/store-version.js'
import type { BatchMemory, BatchReader, EntryPart } from './batch-reader.js'
import type { Moment, MomentReader } from './store-moment.js'
import { versionCursor } from './version-cursor.js'

export interface IteratorParts {
  readonly range: KeyRange
  /** Held for the scan, which releases it. */
  readonly take: () => Moment
  readonly batches: BatchReader
  /** Scans and writes share what they take of a turn of the event loop. */
  readonly turns: WorkTurns
  readonly onClosed: () => void
}

/** A scan of the store as it is when the first batch is asked for. It holds no blocks between batches. */
export class StoreIterator implements EntryIterator, MomentReader {
  readonly #parts: IteratorParts
  readonly #wanted: EntryPart
  /** Of the batches of a scan that allows them to use the same. */
  #memory: BatchMemory | undefined
  #limit: number
  #moment: Moment | undefined
  /** Pinned while there is a cursor. */
  #version: Version | undefined
  #cursor: EntryCursor | undefined
  /** The key with which a scan goes on whose cursor was given up. */
  #nextKey: Buffer | undefined
  #hasBegun = false
  /** Set by the first batch: a scan that goes on behind it is large work. */
  #isLarge = false
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

  /** Its version can go as soon as no batch is read from it. */
  moved(): void {
    const left = this.#running.then(
      () => this.#leave(),
      () => this.#leave(),
    )
    // A cursor that cannot be left is kept, and the next batch tells why.
    this.#running = left.catch(() => {})
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#running.catch(() => {})
    this.#giveUp()
    if (this.#memory !== undefined) this.#parts.batches.giveBack(this.#memory)
    this.#memory = undefined
    this.#parts.onClosed()
  }

  async #batch(): Promise<readonly Entry[]> {
    if (this.#isClosed) return []
    const waitingToBegin = this.#begin()
    if (waitingToBegin !== undefined) await waitingToBegin
    const cursor = this.#cursor
    if (cursor === undefined) return []
    const { batches, range } = this.#parts
    const turns = this.#isLarge ? this.#parts.turns.large : this.#parts.turns
    this.#isLarge = true
    if (range.reusesMemory === true) this.#memory ??= batches.lend()
    let all: readonly Entry[] = []
    for (;;) {
      const room = this.#limit - all.length
      // A batch that is read in parts keeps the first of them.
      const memory = all.length === 0 ? this.#memory : undefined
      const { entries, waiting } = await turns.once(() =>
        batches.take(cursor, room, this.#wanted, memory),
      )
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
    const { range } = this.#parts
    if (!this.#hasBegun) {
      this.#hasBegun = true
      if (range.start.compare(range.end) >= 0) return undefined
      this.#moment = this.#parts.take()
      this.#moment.readers.add(this)
    }
    if (this.#moment === undefined) return undefined
    const { version, sequence } = this.#moment
    this.#version = version.pin()
    this.#cursor = versionCursor(version, sequence, this.#rangeLeft())
    return this.#cursor.first()
  }

  #rangeLeft(): CursorRange {
    const { start, end, reverse } = this.#parts.range
    const next = this.#nextKey
    if (next === undefined) return { start, end, reverse }
    return reverse
      ? { start, end: Buffer.concat([next, AFTER_KEY]), reverse }
      : { start: next, end, reverse }
  }

  /** Gives up a cursor between two batches; the next batch goes on from the same key. */
  async #leave(): Promise<void> {
    const cursor = this.#cursor
    // Behind an error the cursor is on no entry.
    if (cursor?.isOnEntry !== true) return
    const waiting = cursor.resume()
    if (waiting !== undefined) await waiting
    const { bytes, keyAt, keyEnd } = cursor
    this.#nextKey = Buffer.from(bytes.subarray(keyAt, keyEnd))
    this.#closeCursor()
  }

  #closeCursor(): void {
    this.#cursor?.close()
    this.#cursor = undefined
    this.#version?.unpin()
    this.#version = undefined
  }

  #giveUp(): void {
    this.#closeCursor()
    this.#moment?.readers.delete(this)
    this.#moment?.release()
    this.#moment = undefined
  }
}

/** The first key behind a key has one byte more. */
const AFTER_KEY = Buffer.from([0])
