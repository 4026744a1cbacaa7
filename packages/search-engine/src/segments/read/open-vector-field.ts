import type { VectorField } from '../field-reader.js'
import type { VectorSummary } from '../format/segment-summary.js'
import { type Part, lazyPresent } from './field-parts.js'
import { Lazy } from './lazy.js'
import type { SectionArrays } from './section-arrays.js'

export const openVectorField = (
  arrays: SectionArrays,
  summary: VectorSummary,
  part: Part,
): VectorField => {
  const present = lazyPresent(arrays, part)
  const values = new Lazy(() => arrays.floats(part('values')))
  return {
    kind: 'vector',
    dimension: summary.dimension,
    documentsWithValue: summary.documentsWithValue,
    get present() {
      return present.value
    },
    get values() {
      return values.value
    },
  }
}
