import { outOfRange, readDescriptor } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { Lz4Memory } from '../lz4/lz4-memory.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { isPlain, unpackBlock } from './block-form.js'
import type { BlockHandle } from './block-handle.js'
import {
  type BlockFile,
  type BlockPlace,
  type BlockReads,
  NO_ERRORS,
  type ReadErrors,
} from './block-reads.js'
import { ReadBuffers } from './read-buffers.js'
import type { SlotMemory } from './slot-memory.js'

/** Reads through the file, and unpacks in this thread. */
export class ReadsHere implements BlockReads {
  readonly #memory: SlotMemory
  readonly #lz4 = new Lz4Memory()
  readonly #buffers = new ReadBuffers(
    storeLimits.READ_AHEAD_BYTES_MAX,
    storeLimits.READ_BUFFERS_KEPT,
  )
  #reads = 0
  #readsAtOnce = 0
  #bytes = 0

  constructor(memory: SlotMemory) {
    this.#memory = memory
  }

  async read(source: BlockFile, places: readonly BlockPlace[]): Promise<ReadErrors> {
    const first = places[0] ?? outOfRange()
    const last = (places.at(-1) ?? outOfRange()).handle
    const start = first.handle.position
    const bytes = last.position + last.stored - start
    const isDirect = places.length === 1 && isPlain(first.handle)
    const buffer = isDirect ? this.#memory.bytesOf(first.slot) : this.#buffers.take(bytes)
    const base = isDirect ? this.#memory.startOf(first.slot) : 0
    let errors: Map<number, unknown> | undefined
    try {
      const count = await this.#readInto(source, start, buffer.subarray(base, base + bytes))
      for (const place of places) {
        const at = place.handle.position - start
        const damage = this.#unpack(buffer, base + at, count - at, place)
        if (damage === undefined) continue
        errors ??= new Map()
        errors.set(place.slot, new StoreDamagedError(source.name, damage))
      }
    } catch (error) {
      errors = new Map(places.map(({ slot }) => [slot, error]))
    }
    if (!isDirect) this.#buffers.give(buffer)
    return errors ?? NO_ERRORS
  }

  /** Reads a block while this thread waits; false when it is damaged or cannot be read. */
  readAtOnce(descriptor: number, { handle, slot }: BlockPlace): boolean {
    const { position, stored } = handle
    const isDirect = isPlain(handle)
    const buffer = isDirect ? this.#memory.bytesOf(slot) : this.#buffers.take(stored)
    const base = isDirect ? this.#memory.startOf(slot) : 0
    this.#readsAtOnce++
    this.#bytes += stored
    try {
      const count = readDescriptor(descriptor, buffer.subarray(base, base + stored), position)
      return this.#unpack(buffer, base, count, { handle, slot }) === undefined
    } catch {
      return false
    } finally {
      if (!isDirect) this.#buffers.give(buffer)
    }
  }

  /** The content of a block in memory of its own. Throws StoreDamagedError. */
  async readApart(source: BlockFile, handle: BlockHandle): Promise<Buffer<ArrayBuffer>> {
    const stored = Buffer.allocUnsafeSlow(roundedUp(handle.stored))
    const count = await this.#readInto(source, handle.position, stored.subarray(0, handle.stored))
    const bytes = isPlain(handle) ? stored : Buffer.allocUnsafeSlow(roundedUp(handle.content))
    const damage =
      count < handle.stored
        ? endsWithin(handle)
        : unpackBlock(stored, 0, handle, bytes, 0, this.#lz4)
    if (damage !== undefined) throw new StoreDamagedError(source.name, damage)
    return bytes
  }

  async close(): Promise<void> {}

  figures(): Readonly<Record<string, number>> {
    return {
      store_block_reads: this.#reads,
      store_block_reads_at_once: this.#readsAtOnce,
      store_block_read_bytes: this.#bytes,
    }
  }

  #unpack(
    buffer: Buffer,
    at: number,
    count: number,
    { handle, slot }: BlockPlace,
  ): string | undefined {
    if (count < handle.stored) return endsWithin(handle)
    const [bytes, start] = [this.#memory.bytesOf(slot), this.#memory.startOf(slot)]
    return unpackBlock(buffer, at, handle, bytes, start, this.#lz4)
  }

  /** Answers how many bytes there were. */
  async #readInto({ file }: BlockFile, position: number, target: Buffer): Promise<number> {
    this.#reads++
    this.#bytes += target.length
    return (await file.read(position, target.length, target)).length
  }
}

const endsWithin = ({ position }: BlockHandle): string =>
  `it ends within the block at byte ${position}`

/** Words can be read of the whole. */
const roundedUp = (bytes: number): number => Math.ceil(bytes / 4) * 4
