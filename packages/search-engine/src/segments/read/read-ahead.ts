import { closeSync, read } from 'node:fs'
import { searchEngineLimits } from '../../limits.js'

/** A part of a file that is read next. */
export interface PartAhead {
  readonly descriptor: number
  readonly offset: number
  readonly bytes: number
  /** Whether the part is in memory already or no longer needed. */
  isThere(): boolean
}

/**
 * The reads in flight at most: other work of this process needs the disk and the thread pool, too.
 */
const AT_ONCE = 8
/** For fewer parts it does not pay to wake a thread. */
const PARTS_MIN = 3
/** A faster read came from the page cache, where read-ahead would only double the work. */
const SLOW_MS = 0.04
/** The weight of the latest read in the moving average. */
const LEARNT = 1 / 8

/**
 * Brings the next pieces into the page cache. A search reads synchronously, one piece after the
 * other, while a disk can serve several reads at once. A search that knows its next pieces plans
 * them here; threads of the pool read them in parallel into a scratch buffer. When the search comes
 * to them, they are in the page cache or on their way.
 */
export class ReadAhead {
  /** The scratch buffer, whose content is never used. */
  #waste: Buffer | undefined
  /** The parts planned since the last read, usually those of one segment. */
  #planned: PartAhead[] = []
  #isOpen = false
  #next = 0
  /** The number of planned pieces that the search itself has read since. */
  #taken = 0
  #meanMs = SLOW_MS
  /** Reads in flight. One may outlive the search that asked for it. */
  #asked = 0
  /** Reads in flight by file descriptor. */
  readonly #underWay = new Map<number, number>()
  /** Descriptors that are closed once they have no read in flight. */
  readonly #closing = new Set<number>()

  /** Plans parts in the order in which they will be read. */
  plan(parts: readonly PartAhead[]): void {
    if (this.#meanMs < SLOW_MS) return
    // A plan that is this large is not followed to its end anyway.
    if (!this.#isOpen || this.#planned.length >= searchEngineLimits.SEARCH_READS_AHEAD_MAX)
      this.forget()
    this.#isOpen = true
    for (const part of parts) this.#planned.push(part)
    if (this.#planned.length < PARTS_MIN) return
    // The search reads the first part itself, which also measures the time of a read.
    this.#next = Math.max(this.#next, 1)
    while (this.#next < this.#planned.length && this.#next <= AT_ONCE) this.#begin()
  }

  /** Records that the search has read a piece itself, and how long it took. */
  took(ms: number): void {
    this.#isOpen = false
    if (this.#taken === 0 || this.#taken >= this.#next) this.#meanMs += (ms - this.#meanMs) * LEARNT
    this.#taken++
    if (this.#next > 0) this.#begin()
  }

  /** Drops the plan of an earlier search. */
  forget(): void {
    this.#planned = []
    this.#next = 0
    this.#taken = 0
  }

  /** Closes a file, after its reads in flight have ended. */
  close(descriptor: number): void {
    // The number of the descriptor may be reused for another file.
    this.#planned = this.#planned.filter((part) => part.descriptor !== descriptor)
    if (this.#underWay.has(descriptor)) this.#closing.add(descriptor)
    else closeSync(descriptor)
  }

  #begin(): void {
    const part = this.#planned[this.#next]
    if (part === undefined) return
    this.#next++
    if (this.#asked >= searchEngineLimits.SEARCH_READS_AHEAD_MAX || part.isThere()) return
    const { descriptor, offset, bytes } = part
    if (this.#waste === undefined || this.#waste.length < bytes) {
      this.#waste = Buffer.allocUnsafeSlow(bytes)
    }
    this.#underWay.set(descriptor, (this.#underWay.get(descriptor) ?? 0) + 1)
    this.#asked++
    // An error is ignored here: the search meets it when it reads the part itself.
    read(descriptor, this.#waste, 0, bytes, offset, () => this.#ended(descriptor))
  }

  #ended(descriptor: number): void {
    this.#asked--
    const left = (this.#underWay.get(descriptor) ?? 1) - 1
    if (left > 0) {
      this.#underWay.set(descriptor, left)
      return
    }
    this.#underWay.delete(descriptor)
    if (this.#closing.delete(descriptor)) closeSync(descriptor)
  }
}
