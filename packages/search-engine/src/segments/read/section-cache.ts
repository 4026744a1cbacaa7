import { EvictionNotices } from './eviction-notices.js'
import { type Lot, Lots } from './lots.js'
import { ReadAhead } from './read-ahead.js'
import { SectionDemand } from './section-demand.js'

/**
 * A cache of sections, with one budget for many segments; the owner of a section is its file.
 * Searches often need more than fits. Admission compares demand (see section-demand.ts): a section
 * that is not in memory evicts others only if its demand is higher; otherwise it is handed out and
 * kept for a little while. So searches that cycle through their sections read again only what does
 * not fit. With eviction by last use, each would evict what the next one needs, and all of it would
 * be read each time. Pieces of sections are cached like sections but always admitted, in place of
 * what has the least demand.
 */
export class SectionCache {
  readonly #budget: number
  /** The bytes that may be kept now. */
  #allowed: number
  readonly #owners = new Map<string, Owner>()
  readonly #wholes = new Lots<Kept>()
  readonly #pieces = new Lots<Kept>()
  /** Sections that were not admitted and are kept for a little while, oldest first. */
  readonly #passing = new Set<Kept>()
  #passingBytes = 0
  #turn = 1
  /** Whether listeners were notified since this turn began. */
  #hasNotified = false
  /**
   * The turns for which listeners are still notified, to learn which sections are still in demand.
   */
  #notifyingTurns = 0
  /** Of sections that are evicted or not admitted. */
  readonly notices = new EvictionNotices()
  readonly readsPieces: boolean
  readonly ahead = new ReadAhead()
  /** The deadline check that runs before anything is read. */
  #check: (() => void) | undefined
  #numbers = 0
  #bytes = 0
  #hits = 0
  #loads = 0
  #loadedBytes = 0

  /** `readsPieces`: large sections are read in pieces where a part of them is enough. */
  constructor(budget: number, readsPieces = false) {
    this.#budget = budget
    this.#allowed = budget
    this.readsPieces = readsPieces
  }

  get figures(): SectionCacheFigures {
    return {
      budget: this.#budget,
      bytes: this.#bytes,
      sections: this.#wholes.size + this.#pieces.size,
      hits: this.#hits,
      loads: this.#loads,
      loadedBytes: this.#loadedBytes,
    }
  }

  /**
   * Begins the turn of another search. Readers do not ask again for sections that they hold; while
   * nothing is evicted, the cache sees no demand and old demand does not fade.
   */
  nextTurn(): void {
    this.ahead.forget()
    if (this.#notifyingTurns > 0) {
      this.#notifyingTurns--
      this.#notify()
    }
    if (!this.#hasNotified) return
    this.#turn++
    this.#hasNotified = false
  }

  /** For readers of a whole section, or of parts of one that is to be read as a whole. */
  get(owner: string, name: string, load: Load, wants: Wants = 'all'): Uint8Array {
    const owned = this.#owned(owner)
    const demand = this.#demandOf(owned, name)
    this.#want(demand, wants)
    const known = this.#use(owned, name)
    if (known !== undefined) return known
    const loaded = this.#load(load)
    const { length } = loaded
    if (this.#makeRoom(demand, length)) this.#keep(owned, name, loaded, demand, this.#wholes)
    else this.#keepBriefly(owned, name, loaded, demand)
    return loaded
  }

  /** The section of that name, if it is kept. */
  find(owner: string, name: string, wants: Wants): Uint8Array | undefined {
    const owned = this.#owners.get(owner)
    const known = owned && this.#use(owned, name)
    if (owned !== undefined && known !== undefined) this.#want(this.#demandOf(owned, name), wants)
    return known
  }

  /** Evicts one section, without notifying listeners. */
  forget(owner: string, name: string): void {
    const owned = this.#owners.get(owner)
    if (owned !== undefined) this.#remove(owned, name)
  }

  /** A piece of a section, if it is kept. */
  findPiece(owner: string, section: string, { index, count }: Piece): Uint8Array | undefined {
    const owned = this.#owned(owner)
    this.#demandOf(owned, section).wantPiece(this.#turn, count)
    const name = pieceName(section, index)
    owned.kept.get(name)?.demand.wantAll(this.#turn)
    return this.#use(owned, name)
  }

  /** Whether a piece or its whole section is kept; this adds no demand. */
  hasPiece(owner: string, section: string, index: number): boolean {
    const kept = this.#owners.get(owner)?.kept
    return kept !== undefined && (kept.has(pieceName(section, index)) || kept.has(section))
  }

  /** Loads and keeps a piece that was not kept. */
  loadPiece(owner: string, section: string, index: number, load: () => Uint8Array): Uint8Array {
    const loaded = this.#load(load)
    if (loaded.length > this.#allowed) return loaded
    this.#evictFor(loaded.length)
    const demand = new SectionDemand()
    demand.wantAll(this.#turn)
    this.#keep(this.#owned(owner), pieceName(section, index), loaded, demand, this.#pieces)
    return loaded
  }

  /** Evicts the pieces of a section, without notifying listeners. */
  forgetPieces(owner: string, section: string, count: number): void {
    const owned = this.#owners.get(owner)
    if (owned === undefined) return
    for (let index = 0; index < count; index++) this.#remove(owned, pieceName(section, index))
  }

  /**
   * Runs `check` before every read of `work`. Searches check their deadline between steps, but a
   * disk can be so slow that a few thousand steps take minutes.
   */
  inTime<T>(check: () => void, work: () => T): T {
    const before = this.#check
    this.#check = check
    try {
      return work()
    } finally {
      // The outer check, if this call is nested in another search.
      this.#check = before
    }
  }

  /** Limits the cache from now on: the rest of the budget is used elsewhere. */
  allow(bytes: number): void {
    this.#allowed = bytes
    this.#evictFor(0)
  }

  /** A number that is different from all that it has given before. */
  nextNumber(): number {
    this.#numbers += 1
    return this.#numbers
  }

  /** Whether this many more bytes fit without an eviction. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#allowed
  }

  /** Evicts others for a section that was read in pieces, if its demand is worth that. */
  makesRoom(owner: string, name: string, bytes: number): boolean {
    const hasRoom = this.#makeRoom(this.#demandOf(this.#owned(owner), name), bytes)
    if (!hasRoom) this.#notifyingTurns = NOTIFYING_TURNS
    return hasRoom
  }

  /** The bytes that an owner's sections take now. */
  bytesOf(owner: string): number {
    return this.#owners.get(owner)?.bytes ?? 0
  }

  /** The bytes of all owners whose names begin with the prefix. */
  bytesBelow(prefix: string): number {
    let sum = 0
    for (const [owner, { bytes }] of this.#owners) if (owner.startsWith(prefix)) sum += bytes
    return sum
  }

  /** Evicts all sections of an owner. */
  drop(owner: string): void {
    const owned = this.#owners.get(owner)
    if (owned === undefined) return
    for (const name of owned.kept.keys()) this.#remove(owned, name)
    this.#owners.delete(owner)
  }

  #owned(name: string): Owner {
    let owned = this.#owners.get(name)
    if (owned === undefined) {
      owned = { bytes: 0, kept: new Map(), demands: new Map() }
      this.#owners.set(name, owned)
    }
    return owned
  }

  #demandOf({ demands }: Owner, name: string): SectionDemand {
    let demand = demands.get(name)
    if (demand === undefined) {
      demand = new SectionDemand()
      demands.set(name, demand)
    }
    return demand
  }

  #want(demand: SectionDemand, wants: Wants): void {
    if (wants === 'all') demand.wantAll(this.#turn)
    else demand.wantParts(this.#turn)
  }

  #use({ kept }: Owner, name: string): Uint8Array | undefined {
    const section = kept.get(name)?.section
    if (section !== undefined) this.#hits++
    return section
  }

  #load(load: Load): Uint8Array {
    this.#check?.()
    const loaded = load(() => this.#check?.())
    this.#loads++
    this.#loadedBytes += loaded.length
    return loaded
  }

  /** Whether there is room after evictions. Sections with the same demand stay. */
  #makeRoom(demand: SectionDemand, bytes: number): boolean {
    let missing = this.#bytes + bytes - this.#allowed
    if (missing <= 0) return true
    if (bytes > this.#allowed) return false
    const worth = demand.before(this.#turn)
    const chosen = new Set<Kept>()
    while (missing > 0) {
      const least = this.#leastInDemand(worth / CLEARLY_MORE, chosen)
      if (least === undefined || this.#worthOf(least) * MARGIN >= worth) return false
      chosen.add(least)
      missing -= least.section.length
    }
    for (const { owner, name } of chosen) this.#remove(owner, name)
    this.#notify()
    return true
  }

  /** Keeps a rejected section for a little while, for a search that asks for it again soon. */
  #keepBriefly(owner: Owner, name: string, section: Uint8Array, demand: SectionDemand): void {
    this.#notify()
    const bytesMax = this.#budget * PASSING_SHARE
    if (section.length > bytesMax) return
    for (const oldest of this.#passing) {
      if (this.#passingBytes + section.length <= bytesMax) break
      this.#remove(oldest.owner, oldest.name)
    }
    this.#evictFor(section.length)
    this.#passing.add(this.#keep(owner, name, section, demand, this.#wholes))
    this.#passingBytes += section.length
  }

  /** Evicts what has the least demand until this many more bytes fit. */
  #evictFor(bytes: number): void {
    while (this.#bytes + bytes > this.#allowed) {
      const least = this.#leastInDemand(1 / CLEARLY_MORE)
      if (least === undefined) return
      this.#remove(least.owner, least.name)
      this.#notify()
    }
  }

  /**
   * The candidate with the least demand of a random sample, half of which are pieces: the minimum
   * of a few comes close to that of all. Or the first whose demand is at most `little`. Among
   * sections without demand the least recently used must not be preferred: in cyclic searches it is
   * needed next.
   */
  #leastInDemand(little: number, except?: ReadonlySet<Kept>): Kept | undefined {
    let least: Kept | undefined
    let worth = Number.POSITIVE_INFINITY
    for (let drawn = 0; drawn < SAMPLE_SIZE; drawn++) {
      const one = (drawn % 2 === 0 ? this.#pieces : this.#wholes).draw()
      if (one === undefined || except?.has(one) === true) continue
      const its = this.#worthOf(one)
      if (its <= little) return one
      if (its >= worth) continue
      least = one
      worth = its
    }
    return least
  }

  #worthOf({ demand }: Kept): number {
    return demand.before(this.#turn)
  }

  #keep(
    owner: Owner,
    name: string,
    section: Uint8Array,
    demand: SectionDemand,
    lots: Lots<Kept>,
  ): Kept {
    const kept = { owner, name, section, demand, lots, place: 0 }
    owner.kept.set(name, kept)
    lots.add(kept)
    this.#count(owner, section.length)
    return kept
  }

  #notify(): void {
    this.#hasNotified = true
    this.notices.tell()
  }

  #remove(owner: Owner, name: string): void {
    const kept = owner.kept.get(name)
    if (kept === undefined) return
    owner.kept.delete(name)
    kept.lots.remove(kept)
    this.#count(owner, -kept.section.length)
    if (this.#passing.delete(kept)) this.#passingBytes -= kept.section.length
  }

  #count(owner: Owner, bytes: number): void {
    this.#bytes += bytes
    owner.bytes += bytes
  }
}

/** The cache entries of one owner. */
interface Owner {
  bytes: number
  /** Kept sections and pieces by name. */
  readonly kept: Map<string, Kept>
  /** The demand of sections, kept or not. */
  readonly demands: Map<string, SectionDemand>
}

interface Kept extends Lot {
  readonly owner: Owner
  readonly name: string
  readonly section: Uint8Array
  readonly demand: SectionDemand
  readonly lots: Lots<Kept>
}

/** If demand is higher by this factor, the search for an eviction candidate ends early. */
const CLEARLY_MORE = 8
/** The sample size for finding an eviction candidate. */
const SAMPLE_SIZE = 16
/**
 * The demand of a section must exceed that of its victims by this factor, or equals would
 * alternate.
 */
const MARGIN = 1.25
/** Turns with notifications after a rejection: long enough for the demand of the past to fade. */
const NOTIFYING_TURNS = 64
/** The share of the budget for sections that were not admitted. */
const PASSING_SHARE = 1 / 16

/** No section has a name of this form. */
const pieceName = (section: string, piece: number): string => `${section}\0${piece}`

export type Wants = 'all' | 'parts'

/** A load that takes long checks the deadline now and then. */
type Load = (checkTime: () => void) => Uint8Array

/** One piece of a section, and the number of its pieces. */
export interface Piece {
  readonly index: number
  readonly count: number
}

export interface SectionCacheFigures {
  readonly budget: number
  /** The bytes that are kept now. */
  readonly bytes: number
  readonly sections: number
  readonly hits: number
  readonly loads: number
  readonly loadedBytes: number
}
