import {
  type BloomFilter,
  addToBloomFilter,
  createBloomFilter,
  createHash,
  hashBytes,
} from '@rowhouse/platform'
import { DictionaryWriter } from '../format/dictionary-writer.js'
import type { SegmentWriter } from '../format/segment-writer.js'

/** The keys of all rows, in ascending order whatever the order of the rows. */
export class KeysWriter {
  readonly #dictionary = new DictionaryWriter(0)
  readonly #bloom: BloomFilter
  readonly #hash = createHash()

  constructor(documents: number) {
    this.#bloom = createBloomFilter(documents)
  }

  add(source: Uint8Array, from: number, to: number): void {
    this.#dictionary.add(source, from, to)
    hashBytes(source, from, to, this.#hash)
    addToBloomFilter(this.#bloom, this.#hash)
  }

  /** `documents` maps a key's ordinal to its document; undefined when both are the same. */
  write(writer: SegmentWriter, documents: Uint32Array | undefined): void {
    const { terms, offsets } = this.#dictionary.sections()
    writer.section('keys/terms', terms)
    writer.section('keys/term-blocks', offsets)
    writer.section('keys/bloom', this.#bloom)
    if (documents === undefined) return
    const ordinals = new Uint32Array(documents.length)
    documents.forEach((document, ordinal) => {
      ordinals[document] = ordinal
    })
    writer.section('keys/documents', documents)
    writer.section('keys/ordinals', ordinals)
  }
}
