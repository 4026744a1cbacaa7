import type { NumericField } from '../field-reader.js'
import type { NumericSummary } from '../format/segment-summary.js'
import { type Part, lazyPresent } from './field-parts.js'
import { Lazy } from './lazy.js'
import type { SectionArrays } from './section-arrays.js'

export const openNumericField = (
  arrays: SectionArrays,
  summary: NumericSummary,
  part: Part,
): NumericField => {
  const base = BigInt(summary.base)
  const scale = BigInt(summary.scale)
  const numbers = (name: string): Int32Array | BigInt64Array | Float64Array => {
    if (summary.encoding === 'int32') return arrays.integers(part(name))
    return summary.encoding === 'int64' ? arrays.longs(part(name)) : arrays.doubles(part(name))
  }
  const present = lazyPresent(arrays, part)
  const column = new Lazy(() => ({
    base,
    scale,
    starts: arrays.optionalWords(part('starts')),
    values: numbers('values'),
  }))
  // To know where a value stands takes no documents.
  const ordered = new Lazy(() => arrays.words(part('order-documents')))
  const order = new Lazy(() => ({
    base,
    scale,
    values: numbers('order-values'),
    get documents() {
      return ordered.value
    },
  }))
  return {
    kind: 'numeric',
    documentsWithValue: summary.documentsWithValue,
    get present() {
      return present.value
    },
    get column() {
      return summary.hasColumn ? column.value : undefined
    },
    get order() {
      return summary.hasOrder ? order.value : undefined
    },
  }
}
