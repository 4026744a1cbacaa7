import { FLAG, PLACE_MASK } from '../format/postings-layout.js'
import type { Postings, PostingsCursor, PostingsNeeds } from '../field-reader.js'
import { BlockCursor, type Occurrences } from './block-cursor.js'
import { DocumentList, countOf } from './document-list.js'
import { SingleCursor } from './single-cursor.js'

/** The sections of a field's postings; those of texts are fetched only when they are wanted. */
export interface PostingsSections {
  readonly lists: Uint32Array
  readonly postings: Uint32Array
  /** Undefined for whole values. */
  readonly occurrences: OccurrenceSections | undefined
}

export interface OccurrenceSections {
  readonly details: () => Uint32Array
  readonly frequencies: () => Uint32Array
  readonly positions: () => Uint32Array
}

export class PackedPostings implements Postings {
  readonly #sections: PostingsSections

  constructor(sections: PostingsSections) {
    this.#sections = sections
  }

  documentFrequency(ordinal: number): number {
    const { lists, postings } = this.#sections
    const list = lists[ordinal] ?? 0
    return list >= FLAG ? 1 : countOf(postings[list] ?? 0)
  }

  cursor(ordinal: number, needs: PostingsNeeds): PostingsCursor {
    const { lists, postings, occurrences } = this.#sections
    const list = lists[ordinal] ?? 0
    const wanted = needs.frequencies || needs.positions ? occurrences : undefined
    if (list < FLAG) {
      const found = wanted === undefined ? undefined : occurrencesOf(wanted, ordinal, needs)
      return new BlockCursor(new DocumentList(postings, list), found)
    }
    const detail = wanted?.details()[ordinal]
    const elsewhere = detail !== undefined && detail < FLAG
    // The one position stands in the detail itself, so that no section more is read.
    const positions = elsewhere ? wanted?.positions() : NO_WORDS
    return new SingleCursor(list & PLACE_MASK, detail, positions)
  }

  addTo(ordinal: number, bits: Uint32Array): void {
    const { lists, postings } = this.#sections
    const list = lists[ordinal] ?? 0
    if (list < FLAG) {
      new DocumentList(postings, list).addTo(bits)
      return
    }
    const document = list & PLACE_MASK
    bits[document >>> 5] = (bits[document >>> 5] ?? 0) | (1 << (document & 31))
  }
}

const NO_WORDS = new Uint32Array(0)

const occurrencesOf = (
  sections: OccurrenceSections,
  ordinal: number,
  needs: PostingsNeeds,
): Occurrences => ({
  frequencies: sections.frequencies(),
  positions: needs.positions ? sections.positions() : NO_WORDS,
  start: sections.details()[ordinal] ?? 0,
})
