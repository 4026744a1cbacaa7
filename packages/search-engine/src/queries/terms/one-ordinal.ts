import { outOfRange } from '@rowhouse/platform'
import type { TermsColumn } from '../../segments/field-reader.js'
import { lookAhead } from '../../segments/read/cold-array.js'
import type { Tester } from '../doc-set.js'
import { hasBit } from '../walks/bits-walk.js'
import { firstOrdinal, type Ordinals } from './ordinals.js'

/** Keeps the documents with the only one of some ordinals, in a column with one value per document. */
export function keeperOf(
  column: TermsColumn,
  present: Uint32Array | undefined,
  ordinals: Ordinals,
): NonNullable<Tester['keep']> {
  const wanted = firstOrdinal(ordinals)
  const { cold } = column
  return (documents, count) => {
    if (cold !== undefined) lookAhead(cold, documents, count)
    const values = cold === undefined ? column.ordinals : undefined
    let left = 0
    for (let at = 0; at < count; at += 1) {
      const document = documents[at] ?? outOfRange()
      documents[left] = document
      const ordinal = values === undefined ? cold?.at(document) : values[document]
      if (ordinal === wanted && (present === undefined || hasBit(present, document))) left += 1
    }
    return left
  }
}

/**
 * Sets the bits of the documents whose value is a term, word by word: a frequent one has a bit in every word.
 * It is free of branches, since which documents have the term is hard to predict.
 */
export function addOrdinal(
  values: Uint8Array,
  present: Uint32Array | undefined,
  documents: number,
  ordinal: number,
  bits: Uint32Array,
): void {
  for (let start = 0; start < documents; start += 32) {
    const end = Math.min(start + 32, documents)
    let word = 0
    for (let document = start; document < end; document += 1) {
      const difference = (values[document] ?? outOfRange()) ^ ordinal
      // The sign of -1 where there is no difference.
      word |= ((difference - 1) >>> 31) << (document & 31)
    }
    const index = start >>> 5
    bits[index] =
      (bits[index] ?? outOfRange()) |
      (present === undefined ? word : word & (present[index] ?? outOfRange()))
  }
}
