import { outOfRange } from '@rowhouse/platform'
import { FLAG, PLACE_MASK } from '../format/postings-layout.js'
import type { Postings, PostingsCursor, PostingsNeeds, WordsInParts } from '../field-reader.js'
import { BlockCursor, type Occurrences } from './block-cursor.js'
import { documentWords, frequencyWords, positionWords, singleWords, wordAt } from './cold-lists.js'
import { DocumentList, countOf } from './document-list.js'
import { SingleCursor } from './single-cursor.js'

/** The sections of a field's postings; those of text fields are read on demand. */
export interface PostingsSections {
  readonly lists: WordsInParts
  readonly postings: WordsInParts
  /** Undefined for fields that are indexed as whole values. */
  readonly occurrences: OccurrenceSections | undefined
}

export interface OccurrenceSections {
  readonly details: () => WordsInParts
  readonly frequencies: () => WordsInParts
  readonly positions: () => WordsInParts
}

export class PackedPostings implements Postings {
  readonly #sections: PostingsSections

  constructor(sections: PostingsSections) {
    this.#sections = sections
  }

  documentFrequency(ordinal: number): number {
    const { lists, postings } = this.#sections
    const list = wordAt(lists, ordinal)
    return list >= FLAG ? 1 : countOf(wordAt(postings, list))
  }

  cursor(ordinal: number, needs: PostingsNeeds): PostingsCursor {
    const { lists, postings, occurrences } = this.#sections
    const word = wordAt(lists, ordinal)
    const wanted = needs.frequencies || needs.positions ? occurrences : undefined
    if (word < FLAG) {
      const list = listOf(postings, word)
      const found = wanted && occurrencesOf(wanted, ordinal, list.count, needs)
      return new BlockCursor(list, found)
    }
    const detail = wanted && wordAt(wanted.details(), ordinal)
    const document = word & PLACE_MASK
    // A single position is stored in the detail word, which saves reading another section.
    if (wanted === undefined || detail === undefined || detail >= FLAG)
      return new SingleCursor(document, detail, NO_WORDS)
    const positions = wanted.positions()
    return positions instanceof Uint32Array
      ? new SingleCursor(document, detail, positions)
      : new SingleCursor(document, 0, singleWords(positions, detail))
  }

  addTo(ordinal: number, bits: Uint32Array): void {
    const { lists, postings } = this.#sections
    const list = wordAt(lists, ordinal)
    if (list < FLAG) {
      listOf(postings, list).addTo(bits)
      return
    }
    const document = list & PLACE_MASK
    bits[document >>> 5] = (bits[document >>> 5] ?? outOfRange()) | (1 << (document & 31))
  }
}

const NO_WORDS = new Uint32Array(0)

const listOf = (postings: WordsInParts, start: number): DocumentList =>
  postings instanceof Uint32Array
    ? new DocumentList(postings, start)
    : new DocumentList(documentWords(postings, start), 0)

const occurrencesOf = (
  sections: OccurrenceSections,
  ordinal: number,
  documents: number,
  needs: PostingsNeeds,
): Occurrences => {
  const section = sections.frequencies()
  const place = wordAt(sections.details(), ordinal)
  const [frequencies, start] =
    section instanceof Uint32Array
      ? [section, place]
      : [frequencyWords(section, place, documents), 0]
  if (!needs.positions) return { frequencies, start, positions: NO_WORDS, positionsFrom: 0 }
  const positions = sections.positions()
  if (positions instanceof Uint32Array) return { frequencies, start, positions, positionsFrom: 0 }
  const own = positionWords(positions, frequencies.subarray(start), documents)
  return { frequencies, start, positions: own.words, positionsFrom: own.from }
}
