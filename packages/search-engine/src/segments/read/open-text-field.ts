import type { TextField } from '../field-reader.js'
import type { TextSummary } from '../format/segment-summary.js'
import { type Part, lazyDictionary, lazyPostings, lazyPresent, unlessWhole } from './field-parts.js'
import { Lazy } from './lazy.js'
import type { SectionArrays } from './section-arrays.js'

export const openTextField = (
  arrays: SectionArrays,
  summary: TextSummary,
  part: Part,
): TextField => {
  const dictionary = lazyDictionary(arrays, summary.terms, part)
  const postings = lazyPostings(arrays, part, true)
  const present = lazyPresent(arrays, part)
  const lengths = new Lazy(() => arrays.words(part('lengths')))
  const cold = new Lazy(() => unlessWhole(arrays.parts.words(part('lengths'))))
  return {
    kind: 'text',
    documentsWithValue: summary.documentsWithValue,
    tokens: summary.tokens,
    get present() {
      return present.value
    },
    get terms() {
      return dictionary.value
    },
    get postings() {
      return postings.value
    },
    get lengths() {
      return lengths.value
    },
    get coldLengths() {
      return cold.value
    },
  }
}
