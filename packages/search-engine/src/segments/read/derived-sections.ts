import type { Derived, Make } from '../segment-reader.js'
import type { SectionCache } from './section-cache.js'

/** The names that are tracked at most. Requests choose the names, so their number needs a bound. */
const NAMES_MAX = 256
/**
 * After repeated evictions a section is derived again only once in 2 to the power of this many
 * requests.
 */
const WAITS_MAX = 6

interface Asked {
  /** The requests since it was derived. */
  times: number
  made: number
}

/** Sections that are derived from one file's sections; they share its cache and its eviction. */
export class DerivedSections implements Derived {
  readonly #cache: SectionCache
  readonly #file: string
  /** A file can be open twice for a while; a number keeps their derived sections apart. */
  readonly #number: number
  readonly #asked = new Map<string, Asked>()
  readonly #owners = new Set<string>()

  constructor(cache: SectionCache, file: string) {
    this.#cache = cache
    this.#file = file
    this.#number = cache.nextNumber()
  }

  find(name: string): Uint8Array | undefined {
    return this.#cache.find(this.#ownerOf(name), name, 'all')
  }

  get(name: string, make: Make): Uint8Array | undefined {
    const known = this.find(name)
    if (known !== undefined) return known
    return this.#isWorth(name) ? this.#make(name, make) : undefined
  }

  renew(name: string, make: Make): Uint8Array | undefined {
    if (!this.#isWorth(name)) return undefined
    this.#cache.forget(this.#ownerOf(name), name)
    return this.#make(name, make)
  }

  get bytes(): number {
    let bytes = 0
    for (const owner of this.#owners) bytes += this.#cache.bytesOf(owner)
    return bytes
  }

  close(): void {
    for (const owner of this.#owners) this.#cache.drop(owner)
    this.#owners.clear()
  }

  #make(name: string, make: Make): Uint8Array {
    const owner = this.#ownerOf(name)
    this.#owners.add(owner)
    return this.#cache.get(owner, name, make)
  }

  #isWorth(name: string): boolean {
    const asked = this.#asked.get(name) ?? { times: 0, made: 0 }
    // Moves the name to the end: the map is in order of last use.
    this.#asked.delete(name)
    this.#asked.set(name, asked)
    if (this.#asked.size > NAMES_MAX) this.#forgetOldest()
    asked.times++
    if (asked.times < 2 ** asked.made) return false
    asked.times = 0
    asked.made = Math.min(asked.made + 1, WAITS_MAX)
    return true
  }

  /**
   * Evicts the derived section with its name: for a small file it may take less than its
   * bookkeeping.
   */
  #forgetOldest(): void {
    const [oldest] = this.#asked.keys()
    if (oldest === undefined) return
    this.#asked.delete(oldest)
    const owner = this.#ownerOf(oldest)
    this.#cache.drop(owner)
    this.#owners.delete(owner)
  }

  /**
   * Each name is an owner of its own in the cache, so that each can be evicted alone. No file is
   * named so.
   */
  #ownerOf(name: string): string {
    return `${this.#file}\0${this.#number}\0${name}`
  }
}
