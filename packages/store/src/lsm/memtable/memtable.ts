import { invariant } from '@rowhouse/platform'
import type { StoreMutation } from '../../key-value-store.js'
import type { Arena } from './arena.js'
import { rangeDeleteBytes, versionBytesMax } from './batch-room.js'
import { type FrozenMemtable, MemtableReader, SEQUENCE_OFFSET_MAX } from './memtable-reader.js'
import { RangeDeletes } from './range-deletes.js'
import { TreeWriter } from './tree-writer.js'

/** The newest mutations, in order of their keys and with all their versions, in one arena. */
export class Memtable extends MemtableReader {
  readonly #arena: Arena
  readonly #tree: TreeWriter
  readonly #deletes: RangeDeletes
  readonly #baseSequence: number
  #lastOffset = -1

  constructor(arena: Arena, baseSequence: number) {
    const tree = new TreeWriter(arena)
    const deletes = new RangeDeletes()
    super(tree, deletes, baseSequence)
    this.#arena = arena
    this.#tree = tree
    this.#deletes = deletes
    this.#baseSequence = baseSequence
  }

  /** Bytes of the arena that are used. */
  get bytes(): number {
    return this.#tree.usedBytes
  }

  /** Keys that were put or deleted one by one. */
  get entries(): number {
    return this.#tree.entries
  }

  /** Whether all of a batch surely fits. */
  hasRoomFor(batch: readonly StoreMutation[]): boolean {
    return this.#tree.hasRoomFor(batch.length, versionBytesMax(batch, this.#deletes.added))
  }

  /** Sequence numbers only grow. The bytes are copied. */
  put(key: Buffer, value: Buffer, sequence: number): void {
    this.#tree.add(key, value, this.#nextOffset(sequence))
  }

  delete(key: Buffer, sequence: number): void {
    this.#tree.add(key, undefined, this.#nextOffset(sequence))
  }

  deleteRange(start: Buffer, end: Buffer, sequence: number): void {
    const offset = this.#nextOffset(sequence)
    if (start.compare(end) >= 0) return
    this.#tree.reserve(rangeDeleteBytes(start, end, this.#deletes.added))
    this.#deletes.add(Buffer.from(start), Buffer.from(end), offset)
  }

  /** Nothing may be added from now on. */
  freeze(): FrozenMemtable {
    const { buffer } = this.#arena.words
    invariant(buffer instanceof SharedArrayBuffer, 'an arena is shared memory')
    return {
      shared: buffer,
      root: this.#tree.root,
      baseSequence: this.#baseSequence,
      deletedFragments: this.#deletes.fragments,
    }
  }

  #nextOffset(sequence: number): number {
    const offset = sequence - this.#baseSequence
    invariant(offset > this.#lastOffset, 'sequence numbers of a memtable grow')
    invariant(offset <= SEQUENCE_OFFSET_MAX, 'a memtable is full before its sequence numbers are')
    this.#lastOffset = offset
    return offset
  }
}
