import { type Lot, Lots } from './lots.js'
import { ReadAhead } from './read-ahead.js'
import { SectionDemand } from './section-demand.js'

/**
 * Sections in memory, those of many segments under one budget. Owners are the files that sections are of.
 *
 * What searches want is often more than fits. Then those are kept of which most would have to be read again
 * (see section-demand.ts): a section that is not in memory takes the room of others only if it is wanted
 * more than they are, and is handed out otherwise and kept for a little while. So searches that go round
 * read no more than what does not fit; would each push out what the next one wants, they would read all of
 * it each time.
 *
 * A piece of a section is kept like a section, and always: in the place of what is wanted least.
 */
export class SectionCache {
  readonly #budget: number
  /** What may be kept now. */
  #allowed: number
  readonly #owners = new Map<string, Owner>()
  readonly #wholes = new Lots<Kept>()
  readonly #pieces = new Lots<Kept>()
  /** Sections that are kept for a little while, oldest first. */
  readonly #passing = new Set<Kept>()
  #passingBytes = 0
  #turn = 1
  /** Since this turn began, readers were told to ask for everything anew. */
  #hasTold = false
  /** For so many turns readers are told so, to learn what is still wanted. */
  #asks = 0
  /** Told when a section is not kept any longer, or was not from the beginning. */
  readonly listeners = new Set<() => void>()
  readonly readsPieces: boolean
  readonly ahead = new ReadAhead()
  /** Asked before anything is read. */
  #check: (() => void) | undefined
  #numbers = 0
  #bytes = 0
  #hits = 0
  #loads = 0
  #loadedBytes = 0

  /** `readsPieces`: of large sections pieces are read, as long as a part of them will do. */
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
   * Another search begins. Readers that hold on to what they have do not ask for it: while nothing is let go
   * of nothing is known of what is wanted, and nothing of what was known grows old.
   */
  nextTurn(): void {
    this.ahead.forget()
    if (this.#asks > 0) {
      this.#asks--
      this.#tell()
    }
    if (!this.#hasTold) return
    this.#turn++
    this.#hasTold = false
  }

  /** For who looks at all of a section, or at parts of one that is to be read as a whole. */
  get(owner: string, name: string, load: Load, wants: Wants = 'all'): Uint8Array {
    const owned = this.#owned(owner)
    const demand = this.#demandOf(owned, name)
    this.#want(demand, wants)
    const known = this.#use(owned, name)
    if (known !== undefined) return known
    const loaded = this.#load(load)
    const { length } = loaded
    if (this.#makeRoom(demand, length)) this.#keep(owned, name, loaded, demand, this.#wholes)
    else this.#letPass(owned, name, loaded, demand)
    return loaded
  }

  /** What is kept of that name. */
  find(owner: string, name: string, wants: Wants): Uint8Array | undefined {
    const owned = this.#owners.get(owner)
    const known = owned && this.#use(owned, name)
    if (owned !== undefined && known !== undefined) this.#want(this.#demandOf(owned, name), wants)
    return known
  }

  /** Lets go of one section. Nobody is told. */
  forget(owner: string, name: string): void {
    const owned = this.#owners.get(owner)
    if (owned !== undefined) this.#remove(owned, name)
  }

  /** A piece of a section that is kept. */
  findPiece(owner: string, section: string, { index, count }: Piece): Uint8Array | undefined {
    const owned = this.#owned(owner)
    this.#demandOf(owned, section).wantPiece(this.#turn, count)
    const name = pieceName(section, index)
    owned.kept.get(name)?.demand.wantAll(this.#turn)
    return this.#use(owned, name)
  }

  /** Whether a piece is kept, or all of its section; without wanting it. */
  hasPiece(owner: string, section: string, index: number): boolean {
    const kept = this.#owners.get(owner)?.kept
    return kept !== undefined && (kept.has(pieceName(section, index)) || kept.has(section))
  }

  /** Keeps a piece that was not there. */
  loadPiece(owner: string, section: string, index: number, load: () => Uint8Array): Uint8Array {
    const loaded = this.#load(load)
    if (loaded.length > this.#allowed) return loaded
    this.#pressOut(loaded.length)
    const demand = new SectionDemand()
    demand.wantAll(this.#turn)
    this.#keep(this.#owned(owner), pieceName(section, index), loaded, demand, this.#pieces)
    return loaded
  }

  /** Lets go of the pieces of a section. Nobody is told. */
  forgetPieces(owner: string, section: string, count: number): void {
    const owned = this.#owners.get(owner)
    if (owned === undefined) return
    for (let index = 0; index < count; index++) this.#remove(owned, pieceName(section, index))
  }

  /**
   * Asks before everything that is read meanwhile whether there is time: a disk can be so slow that thousands
   * of steps, between which searches look at the clock themselves, take minutes.
   */
  inTime<T>(check: () => void, work: () => T): T {
    const before = this.#check
    this.#check = check
    try {
      return work()
    } finally {
      // Of a search in whose middle this was.
      this.#check = before
    }
  }

  /** Keeps no more from now on: others need the rest of the budget. */
  allow(bytes: number): void {
    this.#allowed = bytes
    this.#pressOut(0)
  }

  /** Unlike all that it has given before. */
  nextNumber(): number {
    this.#numbers += 1
    return this.#numbers
  }

  /** Whether so much more can be kept without letting go of anything. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#allowed
  }

  /** Makes room for a section of which pieces were read, if it is worth what has to go. */
  makesRoom(owner: string, name: string, bytes: number): boolean {
    const hasRoom = this.#makeRoom(this.#demandOf(this.#owned(owner), name), bytes)
    if (!hasRoom) this.#asks = ASKED_TURNS
    return hasRoom
  }

  /** What sections of an owner take now. */
  bytesOf(owner: string): number {
    return this.#owners.get(owner)?.bytes ?? 0
  }

  /** The same of all owners whose names begin so. */
  bytesBelow(prefix: string): number {
    let sum = 0
    for (const [owner, { bytes }] of this.#owners) if (owner.startsWith(prefix)) sum += bytes
    return sum
  }

  /** Lets go of all sections of an owner. */
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

  /** Whether there is room now. What is wanted as much as it stays. */
  #makeRoom(demand: SectionDemand, bytes: number): boolean {
    let missing = this.#bytes + bytes - this.#allowed
    if (missing <= 0) return true
    if (bytes > this.#allowed) return false
    const worth = demand.before(this.#turn)
    const chosen = new Set<Kept>()
    while (missing > 0) {
      const least = this.#leastWanted(worth / CLEARLY_MORE, chosen)
      if (least === undefined || this.#worthOf(least) * MARGIN >= worth) return false
      chosen.add(least)
      missing -= least.section.length
    }
    for (const { owner, name } of chosen) this.#remove(owner, name)
    this.#tell()
    return true
  }

  /** A search that asks for it again soon need not read it again. */
  #letPass(owner: Owner, name: string, section: Uint8Array, demand: SectionDemand): void {
    this.#tell()
    const bytesMax = this.#budget * PASSING_SHARE
    if (section.length > bytesMax) return
    for (const oldest of this.#passing) {
      if (this.#passingBytes + section.length <= bytesMax) break
      this.#remove(oldest.owner, oldest.name)
    }
    this.#pressOut(section.length)
    this.#passing.add(this.#keep(owner, name, section, demand, this.#wholes))
    this.#passingBytes += section.length
  }

  /** Lets go of what is wanted least until so much more can be kept. */
  #pressOut(bytes: number): void {
    while (this.#bytes + bytes > this.#allowed) {
      const least = this.#leastWanted(1 / CLEARLY_MORE)
      if (least === undefined) return
      this.#remove(least.owner, least.name)
      this.#tell()
    }
  }

  /**
   * Of some that are drawn by lot, half of them pieces: a few are wanted about as little as any. Or the first
   * that is wanted no more than `little`: of what nobody wants now, what was wanted longest ago comes
   * next where searches go round, so it must not be the first to go.
   */
  #leastWanted(little: number, except?: ReadonlySet<Kept>): Kept | undefined {
    let least: Kept | undefined
    let worth = Number.POSITIVE_INFINITY
    for (let lot = 0; lot < LOTS; lot++) {
      const one = (lot % 2 === 0 ? this.#pieces : this.#wholes).draw()
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

  #tell(): void {
    this.#hasTold = true
    for (const listener of this.listeners) listener()
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

/** What has one owner. */
interface Owner {
  bytes: number
  /** Sections and pieces by their names. */
  readonly kept: Map<string, Kept>
  /** Of sections, whether they are kept or not. */
  readonly demands: Map<string, SectionDemand>
}

interface Kept extends Lot {
  readonly owner: Owner
  readonly name: string
  readonly section: Uint8Array
  readonly demand: SectionDemand
  readonly lots: Lots<Kept>
}

/** Beside what is wanted so many times as much, what is wanted least is not looked for. */
const CLEARLY_MORE = 8
/** How many are drawn to find one that is wanted little. */
const LOTS = 16
/** By so much more a section must be wanted than what goes for it, or equals would change places for ever. */
const MARGIN = 1.25
/** After a section has not got the room of others: until what nobody wants any longer counts little. */
const ASKED_TURNS = 64
/** Of the budget, for sections that are not worth their room. */
const PASSING_SHARE = 1 / 16

/** No section has such a name. */
const pieceName = (section: string, piece: number): string => `${section}\0${piece}`

export type Wants = 'all' | 'parts'

/** What takes long looks whether there is time, now and then. */
type Load = (checkTime: () => void) => Uint8Array

/** One of so many pieces. */
export interface Piece {
  readonly index: number
  readonly count: number
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
