import type { Document } from '../documents/document.js'
import type { RowIntake } from '../segments/build/row-intake.js'
import type { RowSink } from './row-sink.js'
import type { DocumentBuilder } from './segment-format.js'

/** A stretch of the feed that becomes searchable at once. */
export interface IndexPart {
  /** A segment in shared memory; undefined when no row was put. */
  readonly content: Uint8Array | undefined
  /** Keys whose last image is a deletion; the segment may contain some of them. */
  readonly removed: readonly Uint8Array[]
}

/** Takes images in the order of the feed. */
export class PartBuilder implements RowSink {
  readonly #builder: DocumentBuilder
  /** The keys as latin1 text. */
  readonly #removed = new Set<string>()

  constructor(builder: DocumentBuilder) {
    this.#builder = builder
  }

  get images(): number {
    return this.#builder.documents + this.#removed.size
  }

  get memoryBytes(): number {
    return this.#builder.memoryBytes + this.#removed.size * BYTES_PER_REMOVED_KEY
  }

  put(document: Document): void {
    this.#builder.add(document)
    if (this.#removed.size > 0) this.#removed.delete(nameOf(document.key))
  }

  get intake(): RowIntake {
    return this.#builder.intake
  }

  endRow(bytes: Uint8Array, from: number, to: number, expiresAt: number | undefined): void {
    this.#builder.intake.end(bytes, from, to, expiresAt)
    if (this.#removed.size > 0) this.#removed.delete(nameOf(bytes.subarray(from, to)))
  }

  remove(key: Uint8Array): void {
    this.#removed.add(nameOf(key))
  }

  /** Nothing can be put into it afterwards. */
  finish(): IndexPart {
    const content = this.#builder.documents === 0 ? undefined : this.#builder.finish()
    return { content, removed: [...this.#removed].map((name) => Buffer.from(name, 'latin1')) }
  }
}

/** The approximate bytes of a key and its entry in a Set. */
const BYTES_PER_REMOVED_KEY = 128

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')
}
