import { searchEngineLimits } from '../../limits.js'
import type { NumbersInParts } from '../field-reader.js'

/** Steps of which the values are kept: of 1,023 values of an order. */
const NODES = 1024

/**
 * Finds places in the order of a field. The first steps of each search meet the same values, which lie all
 * over the memory, or on the disk: those are kept, as long as the segment is open. What is deleted stays
 * in an order.
 */
export class SearchSteps {
  /** Of a tree: behind the value of number n are those of 2n, below it, and 2n + 1. */
  #known: (number | bigint | undefined)[] = []

  /** The first place of which the value fulfils a condition that all behind it fulfil, too. */
  first(values: NumbersInParts, isBehind: (value: number | bigint) => boolean): number {
    let low = 0
    let high = values.length
    // What is small is read in one go.
    const nodes = high < NODES ? 0 : NODES
    if (this.#known.length < nodes) this.#known = Array.from({ length: nodes })
    const known = this.#known
    for (let node = 1; low < high; ) {
      const middle = (low + high) >>> 1
      let value = node < nodes ? known[node] : undefined
      if (value === undefined) {
        value = values.at(middle) ?? 0
        if (node < nodes) known[node] = value
      }
      if (isBehind(value)) {
        high = middle
        node *= 2
      } else {
        low = middle + 1
        node = node * 2 + 1
      }
    }
    return low
  }
}

/** Those of a field, among what is kept of a segment's: of the fields that were asked for last. */
export function stepsOf(kept: Map<string, SearchSteps>, field: string): SearchSteps {
  const steps = kept.get(field) ?? new SearchSteps()
  kept.delete(field)
  kept.set(field, steps)
  const [oldest] = kept.keys()
  if (kept.size > searchEngineLimits.SEARCH_STEPS_FIELDS_MAX && oldest !== undefined)
    kept.delete(oldest)
  return steps
}
