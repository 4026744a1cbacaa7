import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { outOfRange } from '@rowhouse/platform'
import type { EntryCursor, SourceCursor } from '../entry-cursor.js'
import { compareBytes } from '../entry-form.js'
import { storeLimits } from '../../limits.js'
import { type KeySpan, findSpan } from '../key-span.js'

/** What one memtable or run gives to a merge. */
export interface MergeSource {
  readonly cursor: SourceCursor
  /** They hide the entries of older sources. */
  readonly rangeTombstones: readonly KeySpan[]
}

/** A source and its age: 0 is the newest. */
interface Place {
  readonly cursor: SourceCursor
  readonly age: number
}

const NOTHING = Buffer.alloc(0)

/**
 * Several sources as one: of each key the newest entry, unless a range tombstone of a newer source hides it.
 * The sources are kept in the order of their keys. Mostly one source has many entries in a row, so moving it
 * costs one comparison with the second.
 */
export class MergedCursor implements EntryCursor {
  bytes: Buffer = NOTHING
  keyAt = 0
  keyEnd = 0
  valueAt = 0
  valueEnd = 0
  isTombstone = false
  isOnEntry = false
  readonly #sources: readonly MergeSource[]
  readonly #direction: 1 | -1
  readonly #hasSpans: boolean
  /** Those on an entry, the one whose turn it is first; of one key the newest first. */
  readonly #order: Place[] = []
  /** Entries that were passed by since the last one to show. */
  #hidden = 0

  /** The newest source first. */
  constructor(sources: readonly MergeSource[], reverse: boolean) {
    this.#sources = sources
    this.#direction = reverse ? -1 : 1
    this.#hasSpans = sources.some(({ rangeTombstones }) => rangeTombstones.length > 0)
  }

  first(): Promise<void> | undefined {
    const waiting = this.#sources.map(({ cursor }) => cursor.first())
    return this.#after(waiting, () => this.#begin())
  }

  next(): Promise<void> | undefined {
    const head = this.#order[0] ?? outOfRange()
    const waiting = head.cursor.next()
    if (waiting !== undefined) return waiting.then(() => this.#moved())
    return this.#moved()
  }

  pause(): void {
    for (const { cursor } of this.#order) cursor.pause()
  }

  resume(): Promise<void> | undefined {
    const waiting = this.#order.map(({ cursor }) => cursor.resume())
    return this.#after(waiting, () => this.#show())
  }

  close(): void {
    this.isOnEntry = false
    this.#order.length = 0
    for (const { cursor } of this.#sources) cursor.close()
  }

  #after(
    waiting: readonly (Promise<void> | undefined)[],
    work: () => Promise<void> | undefined,
  ): Promise<void> | undefined {
    const left = waiting.filter((promise) => promise !== undefined)
    return left.length === 0 ? work() : Promise.all(left).then(work)
  }

  #begin(): Promise<void> | undefined {
    for (const [age, { cursor }] of this.#sources.entries())
      if (cursor.isOnEntry) this.#insert({ cursor, age }, 0)
    return this.#settle()
  }

  /** The head has moved: it finds its new place. */
  #moved(): Promise<void> | undefined {
    this.#replace()
    return this.#settle()
  }

  /** Passes by older entries of the head's key, and by hidden ones, until there is one to show. */
  #settle(): Promise<void> | undefined {
    for (let passed = 0; ; passed++) {
      if (passed > storeLimits.SCAN_STEPS_MAX) return letOthersGoFirst().then(() => this.#settle())
      const head = this.#order[0]
      if (head === undefined) return this.#show()
      const second = this.#order[1]
      if (second !== undefined && isSameKey(head.cursor, second.cursor)) {
        const waiting = second.cursor.next()
        if (waiting !== undefined) return waiting.then(() => this.#secondMoved())
        this.#reorderSecond()
        continue
      }
      const span = this.#spanOver(head)
      if (span === undefined) return this.#show()
      const waiting = this.#pass(head, span)
      if (waiting !== undefined) return waiting.then(() => this.#moved())
      this.#replace()
    }
  }

  #secondMoved(): Promise<void> | undefined {
    this.#reorderSecond()
    return this.#settle()
  }

  #replace(): void {
    const head = this.#order[0] ?? outOfRange()
    const second = this.#order[1]
    if (head.cursor.isOnEntry && (second === undefined || this.#compare(head, second) < 0)) return
    this.#order.shift()
    if (head.cursor.isOnEntry) this.#insert(head, 0)
  }

  #reorderSecond(): void {
    const [second] = this.#order.splice(1, 1)
    if (second?.cursor.isOnEntry === true) this.#insert(second, 1)
  }

  #insert(place: Place, from: number): void {
    let [low, high] = [from, this.#order.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#order[middle] ?? outOfRange(), place) < 0) low = middle + 1
      else high = middle
    }
    this.#order.splice(low, 0, place)
  }

  #compare(a: Place, b: Place): number {
    const [one, other] = [a.cursor, b.cursor]
    const order = compareBytes(
      one.bytes,
      one.keyAt,
      one.keyEnd,
      other.bytes,
      other.keyAt,
      other.keyEnd,
    )
    return order === 0 ? a.age - b.age : order * this.#direction
  }

  /** Passes by a hidden entry, and behind a few of them by all that the same span hides. */
  #pass({ cursor }: Place, { start, end }: KeySpan): Promise<void> | undefined {
    if (this.#hidden++ < storeLimits.HIDDEN_ENTRIES_STEPS) return cursor.next()
    return cursor.seek(this.#direction > 0 ? end : start)
  }

  /** The range tombstone that hides the entry. */
  #spanOver({ cursor, age }: Place): KeySpan | undefined {
    if (!this.#hasSpans) return undefined
    const { bytes, keyAt, keyEnd } = cursor
    for (let newer = 0; newer < age; newer++) {
      const { rangeTombstones } = this.#sources[newer] ?? outOfRange()
      const span = findSpan(rangeTombstones, bytes, keyAt, keyEnd)
      if (span !== undefined) return span
    }
    return undefined
  }

  #show(): undefined {
    this.#hidden = 0
    const cursor = this.#order[0]?.cursor
    this.isOnEntry = cursor !== undefined
    if (cursor === undefined) return
    this.bytes = cursor.bytes
    this.keyAt = cursor.keyAt
    this.keyEnd = cursor.keyEnd
    this.valueAt = cursor.valueAt
    this.valueEnd = cursor.valueEnd
    this.isTombstone = cursor.isTombstone
  }
}

const isSameKey = (a: EntryCursor, b: EntryCursor): boolean =>
  a.keyEnd - a.keyAt === b.keyEnd - b.keyAt &&
  compareBytes(a.bytes, a.keyAt, a.keyEnd, b.bytes, b.keyAt, b.keyEnd) === 0
