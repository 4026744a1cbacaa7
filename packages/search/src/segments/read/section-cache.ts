/**
 * Sections in memory, those of many segments under one budget. What was used last stays; a section that
 * is larger than the whole budget is handed out and not kept. Owners are the files that sections are of.
 */
export class SectionCache {
  readonly #budget: number
  /** A Map keeps the order in which entries were set: the first is the one unused for longest. */
  readonly #sections = new Map<string, Kept>()
  /** Bytes that each owner has here: asked for after every search. */
  readonly #owned = new Map<string, number>()
  /** Told when a section is not kept any longer, or was not from the beginning. */
  readonly listeners = new Set<() => void>()
  #bytes = 0
  #hits = 0
  #loads = 0
  #loadedBytes = 0

  constructor(budget: number) {
    this.#budget = budget
  }

  get figures(): SectionCacheFigures {
    return {
      budget: this.#budget,
      bytes: this.#bytes,
      sections: this.#sections.size,
      hits: this.#hits,
      loads: this.#loads,
      loadedBytes: this.#loadedBytes,
    }
  }

  get(owner: string, name: string, load: () => Uint8Array): Uint8Array {
    const key = keyOf(owner, name)
    const kept = this.#sections.get(key)
    if (kept !== undefined) {
      this.#hits++
      this.#sections.delete(key)
      this.#sections.set(key, kept)
      return kept.section
    }
    const loaded = load()
    this.#loads++
    this.#loadedBytes += loaded.length
    if (loaded.length <= this.#budget) this.#keep(key, { owner, section: loaded })
    else this.#tell()
    return loaded
  }

  /** What sections of an owner take now. */
  bytesOf(owner: string): number {
    return this.#owned.get(owner) ?? 0
  }

  /** The same of all owners whose names begin so. */
  bytesBelow(prefix: string): number {
    let sum = 0
    for (const [owner, bytes] of this.#owned) if (owner.startsWith(prefix)) sum += bytes
    return sum
  }

  /** Lets go of all sections of an owner. */
  drop(owner: string): void {
    if (!this.#owned.has(owner)) return
    for (const [key, kept] of this.#sections) if (kept.owner === owner) this.#remove(key)
  }

  #keep(key: string, kept: Kept): void {
    this.#sections.set(key, kept)
    this.#count(kept.owner, kept.section.length)
    for (const oldest of this.#sections.keys()) {
      if (this.#bytes <= this.#budget) return
      this.#remove(oldest)
      this.#tell()
    }
  }

  #tell(): void {
    for (const listener of this.listeners) listener()
  }

  #remove(key: string): void {
    const kept = this.#sections.get(key)
    if (kept === undefined) return
    this.#sections.delete(key)
    this.#count(kept.owner, -kept.section.length)
  }

  #count(owner: string, bytes: number): void {
    this.#bytes += bytes
    const owned = this.bytesOf(owner) + bytes
    if (owned === 0) this.#owned.delete(owner)
    else this.#owned.set(owner, owned)
  }
}

interface Kept {
  readonly owner: string
  readonly section: Uint8Array
}

/** A zero byte is in no file's name. */
const keyOf = (owner: string, name: string): string => `${owner}\0${name}`

export interface SectionCacheFigures {
  readonly budget: number
  /** What is kept now. */
  readonly bytes: number
  readonly sections: number
  readonly hits: number
  readonly loads: number
  readonly loadedBytes: number
}
