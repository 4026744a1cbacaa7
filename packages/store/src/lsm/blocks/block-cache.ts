import { type Clock, countDiskReads, outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import type { BlockHandle } from './block-handle.js'
import type { BlockFile, BlockPlace, BlockReads, ReadErrors } from './block-reads.js'
import { type BlockRef, NO_SLOT } from './block-ref.js'
import { BlockSlots, DATA_WORTH } from './block-slots.js'
import { PageCachePace } from './page-cache-pace.js'
import { ReadsHere } from './reads-here.js'
import { ReadsInThreads } from './threads/reads-in-threads.js'
import { SlotMemory } from './slot-memory.js'

export interface BlockCacheOptions {
  readonly slotBytes?: number
  /** So many threads read files of the operating system; with none they are read here. */
  readonly threads?: number
  readonly threadEntry?: URL
  /** With one, single blocks are read at once while that is fast (see page-cache-pace.ts). */
  readonly clock?: Clock
  readonly diskReads?: () => number
}

/**
 * Blocks of files in one slab of fixed slots, which bounds the memory that they take. A block is held with a
 * BlockRef, and stays where it is until it is released. A block that fits no slot, or finds all of them held,
 * gets memory of its own.
 */
export class BlockCache {
  readonly #slots: BlockSlots
  readonly #memory: SlotMemory
  readonly #here: ReadsHere
  readonly #blockReads: BlockReads
  readonly #clock: Clock | undefined
  readonly #pace: PageCachePace
  /** Reads under way, by slot; they resolve also when they fail. */
  readonly #reads = new Map<number, Promise<ReadErrors>>()
  #hits = 0
  #misses = 0

  constructor(bytes: number, options: BlockCacheOptions = {}) {
    const { slotBytes = storeLimits.BLOCK_SLOT_BYTES, threads = 0, threadEntry, clock } = options
    const slots = Math.max(1, Math.floor(bytes / slotBytes))
    this.#slots = new BlockSlots(slots)
    this.#memory = new SlotMemory(slots, slotBytes)
    this.#here = new ReadsHere(this.#memory)
    this.#clock = clock
    this.#pace = new PageCachePace(options.diskReads ?? countDiskReads)
    this.#blockReads =
      threads === 0
        ? this.#here
        : new ReadsInThreads(this.#here, this.#memory, threads, threadEntry)
  }

  /** True: the block was there, and is held now. */
  tryHold(ref: BlockRef, number: number, handle: BlockHandle, worth: number): boolean {
    const slot = this.#slots.find(number, handle.position)
    if (slot < 0 || (this.#reads.size > 0 && this.#reads.has(slot))) return false
    this.#hits++
    this.#slots.use(slot, worth)
    this.#slots.pin(slot)
    this.#fill(ref, slot, handle)
    return true
  }

  /** As `tryHold`, and reads the block if it will hardly take longer than to leave that to another thread. */
  tryHoldOrRead(ref: BlockRef, source: BlockFile, handle: BlockHandle, worth: number): boolean {
    return (
      this.tryHold(ref, source.number, handle, worth) ||
      this.#readAtOnce(ref, source, handle, worth)
    )
  }

  /** The block is there, and not only because it was read ahead. */
  wasUsed(number: number, { position }: BlockHandle): boolean {
    const slot = this.#slots.find(number, position)
    return slot >= 0 && this.#slots.wasUsed(slot)
  }

  /**
   * Holds one of some neighbouring blocks. If it must be read, those beside it that are not there are read
   * with it. Throws StoreDamagedError.
   */
  async hold(
    ref: BlockRef,
    source: BlockFile,
    handles: readonly BlockHandle[],
    wanted: number,
  ): Promise<void> {
    this.#misses++
    const handle = handles[wanted] ?? outOfRange()
    let slot = this.#slots.find(source.number, handle.position)
    let read: Promise<ReadErrors> | undefined
    if (slot >= 0) {
      this.#slots.pin(slot)
      read = this.#reads.get(slot)
    } else {
      slot = this.#take(source, handle)
      if (slot < 0) return this.#readApart(ref, source, handle)
      read = this.#start(source, this.#placesAround(source, handles, wanted, slot))
      this.#slots.pin(slot)
    }
    const errors = await read
    if (errors?.has(slot) === true) {
      this.#slots.unpin(slot)
      throw errors.get(slot)
    }
    this.#slots.use(slot, DATA_WORTH)
    this.#fill(ref, slot, handle)
  }

  release(ref: BlockRef): void {
    if (ref.slot !== NO_SLOT) this.#slots.unpin(ref.slot)
    ref.clear()
  }

  /** Frees what the cache has of a file that nobody reads any more. */
  forget(fileNumber: number): void {
    this.#slots.forgetFile(fileNumber)
  }

  /** Ends the threads. No read may be under way. */
  close(): Promise<void> {
    return this.#blockReads.close()
  }

  figures(): Readonly<Record<string, number>> {
    return {
      store_block_cache_slots: this.#slots.slots,
      store_block_cache_slots_used: this.#slots.used,
      store_block_cache_slots_pinned: this.#slots.pinned,
      store_block_cache_hits: this.#hits,
      store_block_cache_misses: this.#misses,
      ...this.#blockReads.figures(),
    }
  }

  #readAtOnce(ref: BlockRef, source: BlockFile, handle: BlockHandle, worth: number): boolean {
    const { descriptor } = source.file
    if (this.#clock === undefined || descriptor === undefined) return false
    // Somebody reads it already.
    if (this.#slots.find(source.number, handle.position) >= 0) return false
    if (!this.#pace.mayRead()) return false
    const slot = this.#take(source, handle)
    if (slot < 0) return false
    const begunAt = this.#clock.monotonic()
    const isRead = this.#here.readAtOnce(descriptor, { handle, slot })
    this.#pace.took(this.#clock.monotonic() - begunAt)
    if (!isRead) {
      this.#slots.forget(slot)
      this.#slots.unpin(slot)
      return false
    }
    this.#misses++
    this.#slots.use(slot, worth)
    this.#fill(ref, slot, handle)
    return true
  }

  #take(source: BlockFile, handle: BlockHandle): number {
    if (Math.max(handle.stored, handle.content) > this.#memory.slotBytes) return NO_SLOT
    return this.#slots.take(source.number, handle.position)
  }

  /** The wanted block and its neighbours, as far as they need to be read and there is room for them. */
  #placesAround(
    source: BlockFile,
    handles: readonly BlockHandle[],
    wanted: number,
    slot: number,
  ): BlockPlace[] {
    const places: BlockPlace[] = [{ handle: handles[wanted] ?? outOfRange(), slot }]
    if (handles.length === 1) return places
    const most = Math.max(1, Math.floor(this.#slots.slots / storeLimits.READ_AHEAD_SLOTS_SHARE))
    const add = (index: number): boolean => {
      const handle = handles[index]
      if (handle === undefined || places.length >= most) return false
      if (this.#slots.find(source.number, handle.position) >= 0) return false
      const taken = this.#take(source, handle)
      if (taken < 0) return false
      places.push({ handle, slot: taken })
      return true
    }
    for (let index = wanted + 1; add(index); ) index++
    for (let index = wanted - 1; add(index); ) index--
    return places.sort((a, b) => a.handle.position - b.handle.position)
  }

  #start(source: BlockFile, places: readonly BlockPlace[]): Promise<ReadErrors> {
    const read = this.#blockReads.read(source, places).then((errors) => {
      for (const { slot } of places) {
        this.#reads.delete(slot)
        if (errors.has(slot)) this.#slots.forget(slot)
        this.#slots.unpin(slot)
      }
      return errors
    })
    for (const { slot } of places) this.#reads.set(slot, read)
    return read
  }

  async #readApart(ref: BlockRef, source: BlockFile, handle: BlockHandle): Promise<void> {
    const bytes = await this.#here.readApart(source, handle)
    ref.isHeld = true
    ref.bytes = bytes
    ref.words = new Uint32Array(bytes.buffer)
    ref.at = 0
    ref.end = handle.content
    ref.slot = NO_SLOT
  }

  #fill(ref: BlockRef, slot: number, handle: BlockHandle): void {
    ref.isHeld = true
    ref.bytes = this.#memory.bytesOf(slot)
    ref.words = this.#memory.wordsOf(slot)
    ref.at = this.#memory.startOf(slot)
    ref.end = ref.at + handle.content
    ref.slot = slot
  }
}
