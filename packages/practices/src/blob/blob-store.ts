import { createHash, randomUUID } from 'node:crypto'
import { limits } from '@rowhouse/protocol'
import { PracticeError } from '../practice-error.js'
import type { BlobName, PieceStore } from './piece-store.js'
import { type Pointer, type PointerStore, parsePointer, writePointer } from './pointer.js'
import { cutPieces } from './cut-pieces.js'
import { readPieces } from './read-pieces.js'

export interface BlobOptions {
  readonly pieces: PieceStore
  readonly pointers: PointerStore
  /** 1 MiB by default; a column may have 2 MiB. */
  readonly pieceBytes?: number
  /** The clock, which tests replace. */
  readonly now?: () => number
  readonly newId?: () => string
}

/** Bytes from one place to another, which is excluded. */
export interface ByteRange {
  readonly from?: number
  readonly to?: number
}

const PIECE_BYTES = 1_048_576
/** Longer than any write takes: a younger value may still get its pointer. */
const ORPHAN_AGE_MS = 24 * 3_600_000

/**
 * Stores values of any size in pieces, with a pointer in the row of their owner. The pieces are durable
 * before the pointer is written, and the pointer is removed before its pieces. So an interruption never
 * leaves a pointer without pieces, only pieces without a pointer, which `collectOrphans` removes.
 */
export class BlobStore {
  readonly #pieces: PieceStore
  readonly #pointers: PointerStore
  readonly #pieceBytes: number
  readonly #now: () => number
  readonly #newId: () => string

  constructor({ pieces, pointers, pieceBytes = PIECE_BYTES, now = Date.now, newId }: BlobOptions) {
    if (
      !Number.isInteger(pieceBytes) ||
      pieceBytes < 1 ||
      pieceBytes > limits.ATTRIBUTE_VALUE_BYTES_MAX
    )
      throw new PracticeError('a piece has 1 byte to 2 MiB')
    this.#pieces = pieces
    this.#pointers = pointers
    this.#pieceBytes = pieceBytes
    this.#now = now
    this.#newId = newId ?? randomUUID
  }

  /** Writes a value in place of the owner's old one. */
  async put(owner: string, data: Uint8Array | AsyncIterable<Uint8Array>): Promise<Pointer> {
    const blob = { owner, id: this.#newId() }
    const createdMs = this.#now()
    const whole = createHash('md5')
    let bytes = 0
    for await (const piece of cutPieces(data, this.#pieceBytes)) {
      whole.update(piece.data)
      bytes += piece.data.length
      await this.#pieces.put(blob, piece, createdMs)
    }
    const pointer = { id: blob.id, bytes, pieceBytes: this.#pieceBytes, md5: whole.digest('hex') }
    const old = await this.#pointers.read(owner)
    await this.#pointers.write(owner, writePointer(pointer))
    if (old !== undefined) await this.#pieces.remove({ owner, id: parsePointer(old).id })
    return pointer
  }

  /** The owner's pointer; undefined if it has no value. */
  async describe(owner: string): Promise<Pointer | undefined> {
    const text = await this.#pointers.read(owner)
    return text === undefined ? undefined : parsePointer(text)
  }

  /** The value or a part of it; undefined if there is none. The checksum of every piece is verified. */
  async get(
    owner: string,
    { from = 0, to = Infinity }: ByteRange = {},
  ): Promise<Buffer | undefined> {
    for (const place of [from, to]) {
      if (place < 0 || (place !== Infinity && !Number.isInteger(place)))
        throw new PracticeError(`a place in a value is a whole number from 0, not ${place}`)
    }
    for (let pointer = await this.describe(owner); pointer !== undefined; ) {
      const blob = { owner, id: pointer.id }
      const found = await readPieces(this.#pieces, blob, pointer, { from, to })
      if (found !== undefined) return found
      // Another writer may have replaced the value and removed its pieces.
      const newer = await this.describe(owner)
      if (newer?.id === pointer.id)
        throw new PracticeError(`pieces of the value of ${owner} are missing`)
      pointer = newer
    }
    return undefined
  }

  async remove(owner: string): Promise<void> {
    const old = await this.describe(owner)
    if (old === undefined) return
    await this.#pointers.write(owner, undefined)
    await this.#pieces.remove({ owner, id: old.id })
  }

  /** Values without a pointer, which interrupted writes and removals have left. */
  async *orphans(ageMs = ORPHAN_AGE_MS): AsyncGenerator<BlobName, void, undefined> {
    const before = this.#now() - ageMs
    for await (const { owner, id, createdMs } of this.#pieces.blobs()) {
      if (createdMs > before) continue
      if ((await this.describe(owner))?.id !== id) yield { owner, id }
    }
  }

  /** Removes orphans and returns their number. */
  async collectOrphans(ageMs = ORPHAN_AGE_MS): Promise<number> {
    let collected = 0
    for await (const blob of this.orphans(ageMs)) {
      await this.#pieces.remove(blob)
      collected += 1
    }
    return collected
  }
}
