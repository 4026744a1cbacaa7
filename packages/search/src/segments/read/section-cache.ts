/**
 * Sections in memory, those of many segments under one budget. A section that is larger than the whole
 * budget is handed out and not kept. Owners are the files that sections are of.
 *
 * What no search has asked for lately goes first, the longest unused before others. Then lots are drawn:
 * searches of one kind ask for the same sections again and again, and when those are a little more than
 * fits, the longest unused is always what is asked for next. To let go of that would mean to read all of them
 * for every search.
 *
 * A piece of a section is kept like a section.
 */
export class SectionCache {
  readonly #budget: number
  /** A Map keeps the order in which entries were set: the first is the one unused for longest. */
  readonly #sections = new Map<string, Kept>()
  /** The keys of all sections, in no order. */
  readonly #keys: string[] = []
  #lot = 1
  #turn = 0
  /** Bytes that each owner has here: asked for after every search. */
  readonly #owned = new Map<string, number>()
  /** Told when a section is not kept any longer, or was not from the beginning. */
  readonly listeners = new Set<() => void>()
  readonly readsPieces: boolean
  /** Asked before anything is read. */
  #check: (() => void) | undefined
  #bytes = 0
  #hits = 0
  #loads = 0
  #loadedBytes = 0

  /** `readsPieces`: of large sections pieces are read, as long as a part of them will do. */
  constructor(budget: number, readsPieces = false) {
    this.#budget = budget
    this.readsPieces = readsPieces
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

  /** Another search begins. */
  nextTurn(): void {
    this.#turn++
  }

  get(owner: string, name: string, load: () => Uint8Array): Uint8Array {
    const key = keyOf(owner, name)
    const known = this.#use(key)
    if (known !== undefined) return known
    this.#check?.()
    const loaded = load()
    this.#loads++
    this.#loadedBytes += loaded.length
    if (loaded.length <= this.#budget) this.#keep(key, owner, loaded)
    else this.#tell()
    return loaded
  }

  /**
   * Asks before everything that is read meanwhile whether there is time: a disk can be so slow that thousands
   * of steps, between which searches look at the clock themselves, take minutes.
   */
  inTime<T>(check: () => void, work: () => T): T {
    this.#check = check
    try {
      return work()
    } finally {
      this.#check = undefined
    }
  }

  /** What is kept of that name. */
  find(owner: string, name: string): Uint8Array | undefined {
    return this.#use(keyOf(owner, name))
  }

  /** Whether so much more can be kept without letting go of anything. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#budget
  }

  /** Lets go of one section. Nobody is told. */
  forget(owner: string, name: string): void {
    this.#remove(keyOf(owner, name))
  }

  #use(key: string): Uint8Array | undefined {
    const kept = this.#sections.get(key)
    if (kept === undefined) return undefined
    this.#hits++
    kept.turn = this.#turn
    this.#sections.delete(key)
    this.#sections.set(key, kept)
    return kept.section
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
    for (const [key, kept] of this.#sections) if (kept.owner === owner) this.#remove(key)
  }

  #keep(key: string, owner: string, section: Uint8Array): void {
    while (this.#bytes + section.length > this.#budget) {
      const chosen = this.#unused() ?? this.#keys[this.#draw(this.#keys.length)]
      if (chosen === undefined) break
      this.#remove(chosen)
      this.#tell()
    }
    const place = this.#keys.push(key) - 1
    this.#sections.set(key, { owner, section, place, turn: this.#turn })
    this.#count(owner, section.length)
  }

  /** The longest unused, if no search has asked for it lately. */
  #unused(): string | undefined {
    const [oldest] = this.#sections
    if (oldest === undefined) return undefined
    const [key, { turn }] = oldest
    return this.#turn - turn > TURNS_KEPT ? key : undefined
  }

  /** A number below another, by the simplest of generators. */
  #draw(below: number): number {
    this.#lot = (Math.imul(this.#lot, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#lot / 2 ** 32) * below)
  }

  #tell(): void {
    for (const listener of this.listeners) listener()
  }

  #remove(key: string): void {
    const kept = this.#sections.get(key)
    if (kept === undefined) return
    this.#sections.delete(key)
    this.#count(kept.owner, -kept.section.length)
    // The last one takes its place.
    const last = this.#keys.pop()
    const moved = last === undefined ? undefined : this.#sections.get(last)
    if (last === undefined || moved === undefined) return
    this.#keys[kept.place] = last
    moved.place = kept.place
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
  /** Among all keys. */
  place: number
  /** The search that has asked for it last; what readers hold on to is not asked for. */
  turn: number
}

/** For so many searches nothing is unused: readers, and searches of several kinds, take turns. */
const TURNS_KEPT = 8

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
