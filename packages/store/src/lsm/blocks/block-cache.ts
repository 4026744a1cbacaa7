import { type FileHandle, outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { Lz4Memory } from '../lz4/lz4-memory.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { isPlain, unpackBlock } from './block-form.js'
import type { BlockHandle } from './block-handle.js'
import { type BlockRef, NO_SLOT } from './block-ref.js'
import { BlockSlots } from './block-slots.js'
import { ReadBuffers } from './read-buffers.js'

/** A file of blocks. Its number is never used for another. */
export interface BlockFile {
  readonly file: FileHandle
  readonly number: number
  readonly name: string
}

/** A block of a read, and the slot that waits for it. */
interface Place {
  readonly handle: BlockHandle
  readonly slot: number
}

/** What went wrong with the blocks of a read, by slot. */
type ReadErrors = ReadonlyMap<number, unknown>

/**
 * Blocks of files in one slab of fixed slots, which bounds the memory that they take. A block is held with a
 * BlockRef, and stays where it is until it is released. A block that fits no slot, or finds all of them held,
 * gets memory of its own.
 */
export class BlockCache {
  readonly #slots: BlockSlots
  readonly #slotBytes: number
  readonly #buffers = new ReadBuffers(storeLimits.READ_AHEAD_BYTES_MAX)
  readonly #memory = new Lz4Memory()
  /** Reads under way, by slot; they resolve also when they fail. */
  readonly #reads = new Map<number, Promise<ReadErrors>>()
  #hits = 0
  #misses = 0
  #readCalls = 0
  #readBytes = 0

  constructor(bytes: number, slotBytes: number = storeLimits.BLOCK_SLOT_BYTES) {
    this.#slots = new BlockSlots(bytes, slotBytes)
    this.#slotBytes = slotBytes
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

  figures(): Readonly<Record<string, number>> {
    return {
      store_block_cache_slots: this.#slots.slots,
      store_block_cache_slots_used: this.#slots.used,
      store_block_cache_slots_pinned: this.#slots.pinned,
      store_block_cache_hits: this.#hits,
      store_block_cache_misses: this.#misses,
      store_block_reads: this.#readCalls,
      store_block_read_bytes: this.#readBytes,
    }
  }

  #take(source: BlockFile, handle: BlockHandle): number {
    if (Math.max(handle.stored, handle.content) > this.#slotBytes) return NO_SLOT
    return this.#slots.take(source.number, handle.position)
  }

  /** The wanted block and its neighbours, as far as they need to be read and there is room for them. */
  #placesAround(
    source: BlockFile,
    handles: readonly BlockHandle[],
    wanted: number,
    slot: number,
  ): Place[] {
    const places: Place[] = [{ handle: handles[wanted] ?? outOfRange(), slot }]
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

  #start(source: BlockFile, places: readonly Place[]): Promise<ReadErrors> {
    const read = this.#read(source, places).then((errors) => {
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

  async #read(source: BlockFile, places: readonly Place[]): Promise<ReadErrors> {
    const errors = new Map<number, unknown>()
    const first = places[0] ?? outOfRange()
    const last = (places.at(-1) ?? outOfRange()).handle
    const start = first.handle.position
    const bytes = last.position + last.stored - start
    const isDirect = places.length === 1 && isPlain(first.handle)
    const buffer = isDirect ? this.#slots.slabOf(first.slot) : this.#buffers.take(bytes)
    const base = isDirect ? this.#slots.startOf(first.slot) : 0
    try {
      const count = await this.#readBytesInto(source, start, buffer.subarray(base, base + bytes))
      for (const { handle, slot } of places) {
        const at = handle.position - start
        const target = this.#slots.slabOf(slot)
        const damage =
          at + handle.stored > count
            ? `it ends within the block at byte ${handle.position}`
            : unpackBlock(
                buffer,
                base + at,
                handle,
                target,
                this.#slots.startOf(slot),
                this.#memory,
              )
        if (damage !== undefined) errors.set(slot, new StoreDamagedError(source.name, damage))
      }
    } catch (error) {
      for (const { slot } of places) errors.set(slot, error)
    }
    if (!isDirect) this.#buffers.give(buffer)
    return errors
  }

  async #readApart(ref: BlockRef, source: BlockFile, handle: BlockHandle): Promise<void> {
    const stored = Buffer.allocUnsafeSlow(roundedUp(handle.stored))
    const isWhole =
      (await this.#readBytesInto(source, handle.position, stored.subarray(0, handle.stored))) ===
      handle.stored
    const bytes = isPlain(handle) ? stored : Buffer.allocUnsafeSlow(roundedUp(handle.content))
    const damage = isWhole
      ? unpackBlock(stored, 0, handle, bytes, 0, this.#memory)
      : `it ends within the block at byte ${handle.position}`
    if (damage !== undefined) throw new StoreDamagedError(source.name, damage)
    ref.isHeld = true
    ref.bytes = bytes
    ref.words = new Uint32Array(bytes.buffer)
    ref.at = 0
    ref.end = handle.content
    ref.slot = NO_SLOT
  }

  /** Answers how many bytes there were. */
  async #readBytesInto({ file }: BlockFile, position: number, target: Buffer): Promise<number> {
    this.#readCalls++
    this.#readBytes += target.length
    return (await file.read(position, target.length, target)).length
  }

  #fill(ref: BlockRef, slot: number, handle: BlockHandle): void {
    ref.isHeld = true
    ref.bytes = this.#slots.slabOf(slot)
    ref.words = this.#slots.wordsOf(slot)
    ref.at = this.#slots.startOf(slot)
    ref.end = ref.at + handle.content
    ref.slot = slot
  }
}

/** Words can be read of the whole. */
const roundedUp = (bytes: number): number => Math.ceil(bytes / 4) * 4
