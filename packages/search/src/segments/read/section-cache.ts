/**
 * Sections in memory, those of many segments under one budget. What was used last stays; a section that
 * is larger than the whole budget is handed out and not kept.
 */
export class SectionCache {
  readonly #budget: number
  /** A Map keeps the order in which entries were set: the first is the one unused for longest. */
  readonly #sections = new Map<string, Uint8Array>()
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

  /** `key` names a section among those of all segments. */
  get(key: string, load: () => Uint8Array): Uint8Array {
    const kept = this.#sections.get(key)
    if (kept !== undefined) {
      this.#hits++
      this.#sections.delete(key)
      this.#sections.set(key, kept)
      return kept
    }
    const loaded = load()
    this.#loads++
    this.#loadedBytes += loaded.length
    if (loaded.length <= this.#budget) this.#keep(key, loaded)
    else this.#tell()
    return loaded
  }

  /** What sections of a segment take now. */
  bytesOf(prefix: string): number {
    let bytes = 0
    for (const [key, section] of this.#sections) {
      if (key.startsWith(prefix)) bytes += section.length
    }
    return bytes
  }

  /** Lets go of all sections of a segment. */
  drop(prefix: string): void {
    for (const key of this.#sections.keys()) if (key.startsWith(prefix)) this.#remove(key)
  }

  #keep(key: string, section: Uint8Array): void {
    this.#sections.set(key, section)
    this.#bytes += section.length
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
    this.#bytes -= this.#sections.get(key)?.length ?? 0
    this.#sections.delete(key)
  }
}

export interface SectionCacheFigures {
  readonly budget: number
  /** What is kept now. */
  readonly bytes: number
  readonly sections: number
  readonly hits: number
  readonly loads: number
  readonly loadedBytes: number
}
