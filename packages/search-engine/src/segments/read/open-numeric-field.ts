import type { ColdOrder, NumericField, NumericOrder, PackedNumbers } from '../field-reader.js'
import type { NumericSummary } from '../format/segment-summary.js'
import { ColdArray } from './cold-array.js'
import { type Part, lazyPresent, unlessWhole } from './field-parts.js'
import { Lazy } from './lazy.js'
import { type SearchSteps, stepsOf } from './search-steps.js'
import type { SectionArrays } from './section-arrays.js'

/** `steps` holds the search steps of orders that were searched before, by field name. */
export const openNumericField = (
  arrays: SectionArrays,
  summary: NumericSummary,
  part: Part,
  steps: Map<string, SearchSteps>,
): NumericField => {
  const base = BigInt(summary.base)
  const scale = BigInt(summary.scale)
  const numbers = (name: string): PackedNumbers => {
    if (summary.encoding === 'int32') return arrays.integers(part(name))
    return summary.encoding === 'int64' ? arrays.longs(part(name)) : arrays.doubles(part(name))
  }
  const present = lazyPresent(arrays, part)
  const { encoding } = summary
  const values = new Lazy(() => numbers('values'))
  const cold = new Lazy(() => unlessWhole(arrays.parts.numbers(part('values'), encoding)))
  const column = new Lazy(() => ({
    base,
    scale,
    starts: arrays.optionalWords(part('starts')),
    get values() {
      return values.value
    },
    get cold() {
      return cold.value
    },
  }))
  const orderValues = new Lazy(() => numbers('order-values'))
  const orderDocuments = new Lazy(() => arrays.words(part('order-documents')))
  const coldOrder = new Lazy(() =>
    coldOrderOf(
      arrays.parts.numbers(part('order-values'), encoding),
      arrays.parts.words(part('order-documents')),
    ),
  )
  const order: NumericOrder = {
    base,
    scale,
    first: (isBehind) => {
      const values = order.cold?.values ?? order.values
      return stepsOf(steps, summary.name).first(values, isBehind)
    },
    get values() {
      return orderValues.value
    },
    get documents() {
      return orderDocuments.value
    },
    get cold() {
      return coldOrder.value
    },
  }
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
      return summary.hasOrder ? order : undefined
    },
  }
}

/** The rank of a value needs no documents, so only the values are read. */
const coldOrderOf = (
  values: ColdOrder['values'],
  documents: ColdOrder['documents'],
): ColdOrder | undefined =>
  values instanceof ColdArray || documents instanceof ColdArray ? { values, documents } : undefined
