import { addToBloom, bloomWords, hashBytes } from '../format/bloom-filter.js'
import { DictionaryWriter } from '../format/dictionary-writer.js'
import type { SegmentWriter } from '../format/segment-writer.js'

/** The keys of all rows; they come in ascending order, whatever the order of rows. */
export class KeysWriter {
  readonly #dictionary = new DictionaryWriter()
  readonly #bloom: Uint32Array

  constructor(documents: number) {
    this.#bloom = new Uint32Array(bloomWords(documents))
  }

  add(source: Uint8Array, from: number, to: number): void {
    this.#dictionary.add(source, from, to)
    addToBloom(this.#bloom, hashBytes(source, from, to))
  }

  /** `documents` are the documents by ordinal of their key; undefined when both are the same. */
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
