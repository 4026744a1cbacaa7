import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { SectionEntry } from '../format/segment-frame.js'
import { checkPiece, checkSection, readDirectory } from './read-directory.js'
import type { SectionCache, Wants } from './section-cache.js'
import type { SectionPieces, SectionSource } from './section-source.js'

/**
 * After this share of a section's pieces was read, the whole section is read if there is room for
 * it.
 */
const WANTED_SHARE = 64
/**
 * After pieces have cost this share of the whole section, it is read if demand is worth the
 * evictions. Below that, a cache full of sections that were in demand once would never admit those
 * in demand now.
 */
const PAID_SHARE = 2
/** The cost of finding a piece in memory, relative to reading one. */
const LOOK_COST = 1 / 16
/** A section is read whole at once where the cache has room for this many of its size. */
const MUCH_ROOM = 16
/** The most pieces that one read brings. */
const PIECES_AT_ONCE = 64
/** A section above this share of the cache is always read in pieces, even where all are needed. */
const WHOLE_SHARE = 8

/**
 * A segment's file, whose sections are read on demand and synchronously: for threads that may
 * block.
 */
export class FileSource implements SectionSource {
  readonly file: string
  readonly bytes: number
  readonly #descriptor: number
  readonly #cache: SectionCache
  readonly #directory: ReadonlyMap<string, SectionEntry>
  /** The cost of a section's pieces since it was last in memory; reading one piece counts 1. */
  readonly #paid = new Map<string, number>()
  /** Evictions of this file alone, which the cache does not count. */
  #ownEvictions = 0
  #listeners: (() => void)[] = []

  constructor(file: string, cache: SectionCache) {
    this.file = file
    this.#cache = cache
    this.#descriptor = openSync(file, 'r')
    try {
      this.bytes = fstatSync(this.#descriptor).size
      this.#directory = readDirectory(file, this.bytes, (offset, length) =>
        this.#read(offset, length),
      )
    } catch (error) {
      closeSync(this.#descriptor)
      throw error
    }
  }

  get evictions(): number {
    return this.#cache.notices.evictions + this.#ownEvictions
  }

  onNextEviction(listener: () => void): void {
    if (this.#listeners.length === 0) this.#cache.notices.onNextEviction(this.#notify)
    this.#listeners.push(listener)
  }

  readonly #notify = (): void => {
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  section(name: string): Uint8Array | undefined {
    const entry = this.#directory.get(name)
    return entry && this.#whole(entry, 'all')
  }

  parts(name: string): Uint8Array | SectionPieces | undefined {
    const entry = this.#directory.get(name)
    if (entry === undefined) return undefined
    const isSmall = entry.checksums.length <= 1
    const isWhole =
      isSmall || !this.#cache.readsPieces || this.#cache.hasRoom(entry.length * MUCH_ROOM)
    const known = isWhole
      ? this.#whole(entry, isSmall ? 'all' : 'parts')
      : this.#cache.find(this.file, name, 'parts')
    if (known !== undefined) return known
    const { length, pieceBytes } = entry
    return {
      length,
      pieceBytes,
      piece: (index) => this.#piece(entry, index),
      together: (first, last) => this.#together(entry, first, last),
      ahead: (indices) => this.#ahead(entry, indices),
      whole: () =>
        length * WHOLE_SHARE <= this.#cache.figures.budget ? this.section(name) : undefined,
    }
  }

  #whole(entry: SectionEntry, wants: Wants): Uint8Array {
    const load = (): Uint8Array => {
      this.#forgetPieces(entry)
      return checkSection(this.file, entry, this.#read(entry.offset, entry.length))
    }
    return this.#cache.get(this.file, entry.name, load, wants)
  }

  #ahead({ name, offset, length, pieceBytes }: SectionEntry, indices: readonly number[]): void {
    const isThere = (index: number) => this.#cache.hasPiece(this.file, name, index)
    const missing = indices.filter((index) => !isThere(index))
    if (missing.length === 0) return
    this.#cache.ahead.plan(
      missing.map((index) => ({
        descriptor: this.#descriptor,
        offset: offset + index * pieceBytes,
        bytes: Math.min(pieceBytes, length - index * pieceBytes),
        isThere: () => isThere(index),
      })),
    )
  }

  #piece(entry: SectionEntry, index: number): Uint8Array {
    const { name, pieceBytes, checksums } = entry
    const from = index * pieceBytes
    const end = from + pieceBytes
    const piece = { index, count: checksums.length }
    const known = this.#cache.findPiece(this.file, name, piece)
    // Readers that were opened before it was loaded find it in the cache.
    const kept = known === undefined ? this.#cache.find(this.file, name, 'parts') : undefined
    if (kept !== undefined) return kept.subarray(from, end)
    const isWanted = this.#isWanted(entry, known === undefined ? 1 : LOOK_COST)
    if (isWanted) return this.#whole(entry, 'parts').subarray(from, end)
    if (known !== undefined) return known
    return this.#cache.loadPiece(this.file, name, index, () => {
      const bytes = this.#timed(1, () =>
        this.#read(entry.offset + from, Math.min(pieceBytes, entry.length - from)),
      )
      return checkPiece(this.file, entry, index, bytes)
    })
  }

  #together(entry: SectionEntry, first: number, last: number): ReadonlyMap<number, Uint8Array> {
    const read = new Map<number, Uint8Array>()
    const isMissing = (index: number): boolean =>
      index <= last && !this.#cache.hasPiece(this.file, entry.name, index)
    for (let from = first; from <= last; from++) {
      let end = from
      while (end - from < PIECES_AT_ONCE && isMissing(end)) end++
      if (end - from < 2) continue
      // All of it is wanted, so that the pieces are found there.
      if (this.#isWanted(entry, end - from)) {
        this.#whole(entry, 'parts')
        return read
      }
      this.#readRun(entry, from, end, read)
      from = end - 1
    }
    return read
  }

  /** Pieces that lie one behind the other come with one read. */
  #readRun(entry: SectionEntry, from: number, end: number, read: Map<number, Uint8Array>): void {
    const { name, offset, length, pieceBytes } = entry
    const start = from * pieceBytes
    let bytes: Uint8Array | undefined
    for (let index = from; index < end; index++) {
      const piece = this.#cache.loadPiece(this.file, name, index, () => {
        bytes ??= this.#timed(end - from, () =>
          this.#read(offset + start, Math.min(end * pieceBytes, length) - start),
        )
        // A copy, so that one piece that is kept does not hold the others.
        const at = index * pieceBytes - start
        return checkPiece(this.file, entry, index, bytes.slice(at, at + pieceBytes))
      })
      read.set(index, piece)
    }
  }

  /** Tells the read-ahead how long a read of so many pieces took. */
  #timed(pieces: number, work: () => Uint8Array): Uint8Array {
    const startedAt = performance.now()
    const bytes = work()
    const ms = (performance.now() - startedAt) / pieces
    for (let piece = 0; piece < pieces; piece++) this.#cache.ahead.took(ms)
    return bytes
  }

  #isWanted({ name, length, checksums }: SectionEntry, cost: number): boolean {
    const paid = (this.#paid.get(name) ?? 0) + cost
    this.#paid.set(name, paid)
    if (paid * WANTED_SHARE < checksums.length) return false
    if (this.#cache.hasRoom(length)) return true
    if (paid * PAID_SHARE < checksums.length) return false
    // Admission is asked for again only after as much has been paid anew.
    this.#paid.set(name, 0)
    return (
      length * WHOLE_SHARE <= this.#cache.figures.budget &&
      this.#cache.makesRoom(this.file, name, length)
    )
  }

  /**
   * Drops the pieces before the whole section is kept; their readers switch to the whole section.
   */
  #forgetPieces({ name, checksums }: SectionEntry): void {
    if (!this.#paid.delete(name)) return
    this.#cache.forgetPieces(this.file, name, checksums.length)
    this.#ownEvictions++
    this.#notify()
  }

  get cachedBytes(): number {
    return this.#cache.bytesOf(this.file)
  }

  close(): void {
    this.#cache.notices.ignore(this.#notify)
    this.#cache.drop(this.file)
    this.#cache.ahead.close(this.#descriptor)
  }

  #read(offset: number, length: number): Uint8Array {
    // All of it is filled, so it need not be zeroed before.
    const target = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)
    let done = 0
    while (done < length) {
      const count = readSync(this.#descriptor, target, done, length - done, offset + done)
      if (count === 0) break
      done += count
    }
    return target.subarray(0, done)
  }
}
