import type { HashesInParts, TermsField } from '../field-reader.js'
import { decodeFrequent } from '../format/frequent-list.js'
import type { TermsSummary } from '../format/segment-summary.js'
import { type Part, lazyDictionary, lazyPostings, lazyPresent, unlessWhole } from './field-parts.js'
import { Lazy } from './lazy.js'
import type { SectionArrays } from './section-arrays.js'

export const openTermsField = (
  arrays: SectionArrays,
  summary: TermsSummary,
  part: Part,
): TermsField => {
  const dictionary = lazyDictionary(arrays, summary.terms, part)
  const postings = lazyPostings(arrays, part, false)
  const present = lazyPresent(arrays, part)
  // Whether the field has a column is known without reading its values.
  const { ordinalBytes = 4 } = summary
  const ordinals = new Lazy(() => arrays.ordinals(part('ordinals'), ordinalBytes))
  const cold = new Lazy(() => unlessWhole(arrays.parts.ordinals(part('ordinals'), ordinalBytes)))
  const column = new Lazy(() => ({
    starts: arrays.optionalWords(part('starts')),
    get ordinals() {
      return ordinals.value
    },
    get cold() {
      return cold.value
    },
  }))
  return {
    kind: 'terms',
    documentsWithValue: summary.documentsWithValue,
    get present() {
      return present.value
    },
    get terms() {
      return dictionary.value
    },
    get postings() {
      return postings.value
    },
    frequent: () => {
      const list = arrays.optionalBytes(part('frequent'))
      return list && decodeFrequent(list)
    },
    hashes: () => {
      const starts = arrays.optionalWords(part('hash-starts'))
      return starts && hashesOf(arrays, part, starts)
    },
    get column() {
      return summary.hasColumn ? column.value : undefined
    },
  }
}

const hashesOf = (arrays: SectionArrays, part: Part, starts: Uint32Array): HashesInParts => ({
  starts,
  values: arrays.parts.words(part('hash-values')),
  tags: arrays.parts.bytes(part('hash-tags')),
})
