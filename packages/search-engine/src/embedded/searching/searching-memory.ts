import { getHeapStatistics } from 'node:v8'
import { searchEngineLimits } from '../../limits.js'
import { garbageCollector } from '../threads/collect-garbage.js'

/** The memory of a thread that searches, as its collector counts it. */
export interface ThreadMemory {
  /** Heap and buffers, with garbage that is not collected yet. */
  readonly bytes: () => number
  readonly collect: () => void
}

/** Of the thread that asks. */
export function threadMemory(): ThreadMemory {
  return {
    bytes: () => getHeapStatistics().total_physical_size + process.memoryUsage().arrayBuffers,
    collect: garbageCollector(),
  }
}

/** What a cache of sections says and is told. */
export interface Keeper {
  readonly figures: { readonly budget: number; readonly bytes: number }
  /** Keeps no more from now on. */
  allow(bytes: number): void
}

/**
 * Keeps all that searches hold within the memory of their cache and a part of it for garbage: beside
 * sections, what they collect and group, and sections that the cache has let go of and they still look
 * at. What these take beyond the part of garbage the cache gives up, as far as half of its memory.
 * Garbage is collected when there is as much as its part, for the collector itself waits for far more.
 * Sections have no less for it: with a sixth less the cache of 20 million documents read, all the
 * time, what it had just let go of.
 */
export class SearchingMemory {
  readonly #keeper: Keeper
  readonly #memory: ThreadMemory
  /** What was there before any search. */
  readonly #first: number
  readonly #garbageMax: number
  /** Beside sections: the least since the last collection; known later, for buffers go in their time. */
  #others = Number.POSITIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  #looksSinceCollection = 0
  #allowed: number

  constructor(keeper: Keeper, memory: ThreadMemory) {
    this.#keeper = keeper
    this.#memory = memory
    this.#first = memory.bytes()
    const share = keeper.figures.budget / GARBAGE_SHARE
    this.#garbageMax = Math.min(share, searchEngineLimits.SEARCH_GARBAGE_BYTES_MAX)
    this.#allowed = keeper.figures.budget
  }

  /** For searches, as often as they like. */
  look(now: number): void {
    if (now - this.#lookedAt < searchEngineLimits.SEARCH_MEMORY_LOOK_MS) return
    this.#lookedAt = now
    const { budget, bytes } = this.#keeper.figures
    const others = Math.max(0, this.#memory.bytes() - this.#first - bytes)
    if (others > this.#others + this.#garbageMax) {
      this.#memory.collect()
      this.#others = Number.POSITIVE_INFINITY
      this.#looksSinceCollection = 0
      return
    }
    this.#others = Math.min(this.#others, others)
    this.#looksSinceCollection += 1
    const over = Math.max(0, this.#others - this.#garbageMax)
    this.#allow(Math.max(budget / 2, budget - over))
  }

  /** Sections are not given up for buffers that are collected and not freed yet: they would be read anew. */
  #allow(bytes: number): void {
    if (bytes < this.#allowed && this.#looksSinceCollection < LOOKS_UNTIL_FREED) return
    this.#allowed = bytes
    this.#keeper.allow(bytes)
  }
}

/** Of a thread's memory. */
const GARBAGE_SHARE = 6
const LOOKS_UNTIL_FREED = 3
