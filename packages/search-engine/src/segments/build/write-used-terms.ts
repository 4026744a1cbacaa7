import { outOfRange } from '@rowhouse/platform'
import { DictionaryWriter, SEAM_BYTES } from '../format/dictionary-writer.js'
import { orderByteStrings } from '../format/order-byte-strings.js'
import type { TermTable } from './term-table.js'

export interface UsedTerms {
  /** The numbers of the used terms, sorted by their bytes. */
  readonly sorted: Uint32Array
  /** The place of a term's number in `sorted`. */
  readonly ordinals: Uint32Array
  readonly dictionary: DictionaryWriter
}

/** `used[n]` is not 0 when the segment has term n. */
export const writeUsedTerms = (table: TermTable, used: Uint8Array): UsedTerms => {
  const all = new Uint32Array(used.length)
  let count = 0
  for (let number = 0; number < used.length; number++) if (used[number] !== 0) all[count++] = number
  const sorted = all.subarray(0, count)
  const strings = table.strings()
  orderByteStrings(strings, sorted)
  const dictionary = new DictionaryWriter(SEAM_BYTES)
  const ordinals = new Uint32Array(table.size)
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const number = sorted[ordinal] ?? outOfRange()
    ordinals[number] = ordinal
    dictionary.add(
      strings.bytes,
      strings.starts[number] ?? outOfRange(),
      strings.starts[number + 1] ?? outOfRange(),
    )
  }
  return { sorted, ordinals, dictionary }
}
