import type { BitSet } from '../bits/bit-set.js'
import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { BoolClauses } from './bool.js'
import { canFill, filledBits } from './bool-bits.js'
import { plainFirst } from './plain-first.js'
import type { Weight } from './query.js'

/** Below this share of the documents a walk costs less than bit sets of them all. */
const WALKED_SHARE = 64
/** The same beside a clause that is dear to fill, and tested on what the others leave. */
const WALKED_SHARE_BESIDE_DEAR = 8

/**
 * Counts with bit sets, where every clause can fill one: a broad condition then costs a few steps
 * per 32 documents. Undefined where a walk is cheaper or a clause cannot.
 */
export function boolCount(
  weights: Required<BoolClauses<Weight>>,
  view: SegmentView,
  level: Level,
): number | BitSet | undefined {
  const { must, filter, should, minimum } = weights
  if (should.length < minimum) return 0
  const only = onlyClause(weights)
  if (only !== undefined) return only.count(view, level)
  const all = [...must, ...filter]
  if (!canFill(weights)) return undefined
  const any = minimum === 1 ? should : []
  const hasDear = all.some(({ isDear }) => isDear)
  const share = hasDear ? WALKED_SHARE_BESIDE_DEAR : WALKED_SHARE
  const isFew = (clauses: readonly Weight[]): boolean => {
    const costs = clauses.map((weight) => weight.scorer(view, level)?.cost ?? 0)
    return costs.reduce((sum, cost) => sum + cost, 0) * share < level.documents
  }
  if (any.length > 0 && isFew(any)) return undefined
  if (plainFirst(all).some((place) => isFew(all.slice(place, place + 1)))) return undefined
  return filledBits(weights, view, level)
}

/** The only clause that decides what matches, if there is just one. */
export function onlyClause(weights: Required<BoolClauses<Weight>>): Weight | undefined {
  const { must, filter, should, mustNot, minimum } = weights
  if (mustNot.length > 0 || minimum > 1 || should.length < minimum) return undefined
  const [first, second] = [...must, ...filter, ...(minimum === 1 ? should : [])]
  return second === undefined ? first : undefined
}
