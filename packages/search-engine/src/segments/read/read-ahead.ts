import { closeSync, read } from 'node:fs'
import { searchEngineLimits } from '../../limits.js'

/** A part of a file that is about to be read. */
export interface PartAhead {
  readonly descriptor: number
  readonly offset: number
  readonly bytes: number
  /** Whether nobody needs it any more. */
  isThere(): boolean
}

/** So many are under way at most: others of this process want the disk and the pool's threads, too. */
const AT_ONCE = 8
/** For fewer it is not worth to wake a thread. */
const PARTS_MIN = 3
/** What takes less is in the system's memory already, where it costs more to ask for it twice. */
const SLOW_MS = 0.04
/** Weight of the last one in the mean. */
const LEARNT = 1 / 8

/**
 * Searches read one piece after the other, and wait for the disk each time, which could bring several at
 * once. Who knows which pieces come next says so: threads of the pool then read them, all at the same
 * time, into memory that nobody looks at. When the search comes to them, they are with the system already, or
 * on their way.
 */
export class ReadAhead {
  /** What nobody looks at. */
  #waste: Buffer | undefined
  /** What was told since the last piece was read: of one segment after the other, as a rule. */
  #planned: PartAhead[] = []
  #isOpen = false
  #next = 0
  /** Pieces that the search has read since. */
  #taken = 0
  #meanMs = SLOW_MS
  /** How many are under way: none has ended before the search that asked for it has. */
  #asked = 0
  /** Of each file, how many of them. */
  readonly #underWay = new Map<number, number>()
  /** Files that are to be closed once nothing is under way. */
  readonly #closing = new Set<number>()

  /** In the order in which they will be read. */
  plan(parts: readonly PartAhead[]): void {
    if (this.#meanMs < SLOW_MS) return
    // So much that was not read after all will not be.
    if (!this.#isOpen || this.#planned.length >= searchEngineLimits.SEARCH_READS_AHEAD_MAX)
      this.forget()
    this.#isOpen = true
    for (const part of parts) this.#planned.push(part)
    if (this.#planned.length < PARTS_MIN) return
    // The first is read by the search itself, at once, and tells what a read takes.
    this.#next = Math.max(this.#next, 1)
    while (this.#next < this.#planned.length && this.#next <= AT_ONCE) this.#begin()
  }

  /** The search has read a piece itself, in such a time. */
  took(ms: number): void {
    this.#isOpen = false
    if (this.#taken === 0 || this.#taken >= this.#next) this.#meanMs += (ms - this.#meanMs) * LEARNT
    this.#taken++
    if (this.#next > 0) this.#begin()
  }

  /** What a search before had planned. */
  forget(): void {
    this.#planned = []
    this.#next = 0
    this.#taken = 0
  }

  /** Closes a file, if need be later. */
  close(descriptor: number): void {
    // Another file may have the same number later.
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
    // An error is met again by who reads it in earnest.
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
