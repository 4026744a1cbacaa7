import { outOfRange } from '@rowhouse/platform'
import { BLOCK, unpack } from '../format/bit-packing.js'
import { FLAG, LOW_MASK, WIDTH_SHIFT } from '../format/postings-layout.js'
import type { WordsInParts } from '../field-reader.js'

/*
 * The words of one term, read from sections that are not in memory; see format/postings-layout.ts.
 */

export const wordAt = (words: WordsInParts, place: number): number =>
  (words instanceof Uint32Array ? words[place] : words.at(place)) ?? outOfRange()

const packedWords = (count: number, width: number): number => Math.ceil((count * width) / 32)

/** The words of the documents; offsets are relative to the first of them. */
export const documentWords = (postings: WordsInParts, start: number): Uint32Array => {
  const head = wordAt(postings, start)
  if (head >= FLAG) {
    const width = (head >>> WIDTH_SHIFT) & LOW_MASK
    return postings.subarray(start, start + 1 + packedWords(head & LOW_MASK, width))
  }
  const blocks = Math.ceil(head / BLOCK)
  const last = start + wordAt(postings, start + 2 * blocks)
  const count = head - (blocks - 1) * BLOCK
  return postings.subarray(start, last + 1 + packedWords(count, wordAt(postings, last)))
}

/** The words of the frequencies of a list with the given number of documents. */
export const frequencyWords = (
  frequencies: WordsInParts,
  start: number,
  documents: number,
): Uint32Array => {
  const blocks = Math.ceil(documents / BLOCK)
  const last = start + (blocks > 1 ? wordAt(frequencies, start + blocks - 1) : 0)
  const count = documents - (blocks - 1) * BLOCK
  const width = wordAt(frequencies, last) & LOW_MASK
  return frequencies.subarray(start, last + 2 + packedWords(count, width))
}

export interface PositionWords {
  readonly words: Uint32Array
  /** The offset of the first word in the section. */
  readonly from: number
}

/** The words of a list's positions, located by its frequencies. */
export const positionWords = (
  positions: WordsInParts,
  frequencies: Uint32Array,
  documents: number,
): PositionWords => {
  const blocks = Math.ceil(documents / BLOCK)
  const first = blocks > 1 ? (frequencies[0] ?? outOfRange()) : 0
  const last = blocks > 1 ? (frequencies[blocks - 1] ?? outOfRange()) : 0
  const widths = frequencies[last] ?? outOfRange()
  const less = new Int32Array(BLOCK)
  const count = documents - (blocks - 1) * BLOCK
  unpack(frequencies, last + 2, count, widths & LOW_MASK, less)
  let total = count
  for (let index = 0; index < count; index++) total += less[index] ?? outOfRange()
  const from = frequencies[first + 1] ?? outOfRange()
  const lastPlace = frequencies[last + 1] ?? outOfRange()
  return {
    words: positions.subarray(from, lastPlace + packedWords(total, widths >>> WIDTH_SHIFT)),
    from,
  }
}

/** The words of the positions of a term with a single document. */
export const singleWords = (positions: WordsInParts, place: number): Uint32Array => {
  const words = packedWords(wordAt(positions, place), wordAt(positions, place + 1))
  return positions.subarray(place, place + 2 + words)
}
