import type { Derived, Make } from '../segment-reader.js'
import type { SectionCache } from './section-cache.js'

/** So many names are remembered, and kept, at most; who asks decides which there are. */
const NAMES_MAX = 256
/** What is pushed out again and again is made once for so many questions, 2 to the power of this. */
const WAITS_MAX = 6

interface Asked {
  /** Since it was made. */
  times: number
  made: number
}

/** What is made of one file's sections, kept as its sections are. */
export class DerivedSections implements Derived {
  readonly #cache: SectionCache
  readonly #file: string
  /** The file may be open twice for a while: what is made for the one is not found for the other. */
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
    // Behind all others.
    this.#asked.delete(name)
    this.#asked.set(name, asked)
    if (this.#asked.size > NAMES_MAX) this.#forgetOldest()
    asked.times++
    if (asked.times < 2 ** asked.made) return false
    asked.times = 0
    asked.made = Math.min(asked.made + 1, WAITS_MAX)
    return true
  }

  /** Also what is kept of it: of a small file it may be next to nothing beside what tells where it is. */
  #forgetOldest(): void {
    const [oldest] = this.#asked.keys()
    if (oldest === undefined) return
    this.#asked.delete(oldest)
    const owner = this.#ownerOf(oldest)
    this.#cache.drop(owner)
    this.#owners.delete(owner)
  }

  /** One for each, so that each can be let go of alone. No file has such a name. */
  #ownerOf(name: string): string {
    return `${this.#file}\0${this.#number}\0${name}`
  }
}
