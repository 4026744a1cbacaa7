import { getHeapStatistics } from 'node:v8'
import { searchEngineLimits } from '../../limits.js'
import { garbageCollector } from '../threads/collect-garbage.js'

/** The memory of a search thread, as the garbage collector counts it. */
export interface ThreadMemory {
  /** Heap and buffers, uncollected garbage included. */
  readonly bytes: () => number
  readonly collect: () => void
}

/** The memory of the calling thread. */
export function threadMemory(): ThreadMemory {
  return {
    bytes: () => getHeapStatistics().total_physical_size + process.memoryUsage().arrayBuffers,
    collect: garbageCollector(),
  }
}

/** A cache of sections whose budget can be limited. */
export interface Keeper {
  readonly figures: { readonly budget: number; readonly bytes: number }
  /** Limits the cache from now on. */
  allow(bytes: number): void
}

/**
 * Keeps all memory of searches within the cache's budget and a share for garbage. Beside sections,
 * searches hold collected hits, groups, and evicted sections that they still read. Where these
 * exceed the share for garbage, the cache gives up as much, down to half of its budget. Garbage is
 * collected when it fills its share, because the collector itself waits for far more. The share is
 * not taken from the cache: with a sixth less, the cache of 20 million documents constantly read
 * again what it had just evicted.
 */
export class SearchingMemory {
  readonly #keeper: Keeper
  readonly #memory: ThreadMemory
  /** The memory in use before any search. */
  readonly #first: number
  readonly #garbageMax: number
  /** The least memory in use beside sections since the last collection; buffers are freed late. */
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

  /** Called by searches, as often as they like. */
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

  /**
   * Sections are not evicted for buffers that are collected and not yet freed: they would be read
   * again.
   */
  #allow(bytes: number): void {
    if (bytes < this.#allowed && this.#looksSinceCollection < LOOKS_UNTIL_FREED) return
    this.#allowed = bytes
    this.#keeper.allow(bytes)
  }
}

/** The share of a thread's memory, as a divisor. */
const GARBAGE_SHARE = 6
const LOOKS_UNTIL_FREED = 3
