import { outOfRange } from '@rowhouse/platform'
import { searchEngineLimits } from '../../limits.js'
import type { NumbersInParts } from '../field-reader.js'

/** The size of a search tree: the values of 1,023 probes are kept. */
const NODES = 1024

/**
 * Binary search in a field's order, with the first probes cached. All searches of an order begin
 * with the same probes, which lie far apart in memory or on disk; their values are kept while the
 * segment is open. That is safe because deleted documents stay in an order.
 */
export class SearchSteps {
  /** An implicit tree: the children of node n are 2n, for lower places, and 2n + 1. */
  #known: (number | bigint | undefined)[] = []

  /** The first place whose value satisfies the condition, which holds for all places behind it. */
  first(values: NumbersInParts, isBehind: (value: number | bigint) => boolean): number {
    let low = 0
    let high = values.length
    // A small order is read in one go.
    const nodes = high < NODES ? 0 : NODES
    if (this.#known.length < nodes) this.#known = Array.from({ length: nodes })
    const known = this.#known
    for (let node = 1; low < high; ) {
      const middle = (low + high) >>> 1
      let value = node < nodes ? known[node] : undefined
      if (value === undefined) {
        value = values.at(middle) ?? outOfRange()
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

/** The search steps of a field, from a bounded set of the fields used last. */
export function stepsOf(kept: Map<string, SearchSteps>, field: string): SearchSteps {
  const steps = kept.get(field) ?? new SearchSteps()
  kept.delete(field)
  kept.set(field, steps)
  const [oldest] = kept.keys()
  if (kept.size > searchEngineLimits.SEARCH_STEPS_FIELDS_MAX && oldest !== undefined)
    kept.delete(oldest)
  return steps
}
