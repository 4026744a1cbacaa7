import {
  andInto,
  andNotInto,
  type BitSet,
  createBitSet,
  orInto,
  bitSetOver,
  setAllBits,
} from '../bits/bit-set.js'
import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { BoolClauses } from './bool.js'
import { NO_MORE, type Scorer } from './doc-set.js'
import type { Weight } from './query.js'
import type { Tick } from './walks/ticker.js'
import { setBit } from './walks/bits-walk.js'

/** A step of a walk over several clauses costs as much as setting so many bits. */
const STEP_BITS = 16

type Weights = Required<BoolClauses<Weight>>

/** Whether bit sets of the clauses give that of the whole. */
export const canFill = ({ must, filter, should, mustNot, minimum }: Weights): boolean =>
  minimum <= 1 &&
  [...must, ...filter, ...mustNot, ...(minimum === 1 ? should : [])].every(
    ({ addTo }) => addTo !== undefined,
  )

/** Whether that costs less than the walk of `scorer`, whose steps test the other clauses. */
function isFillCheap(weights: Weights, { cost }: Scorer, view: SegmentView, level: Level): boolean {
  const { must, filter, should, mustNot, minimum } = weights
  const clauses = [...must, ...filter, ...mustNot, ...(minimum === 1 ? should : [])]
  const sum = clauses.reduce((all, clause) => all + (clause.scorer(view, level)?.cost ?? 0), 0)
  return sum < cost * STEP_BITS
}

/** Adds what matches to a set, in the cheapest way; `scorer` walks it. */
export function addBool(
  weights: Weights,
  scorer: Scorer,
  { view, level, tick }: { readonly view: SegmentView; readonly level: Level; readonly tick: Tick },
  words: Uint32Array,
): void {
  if (isFillCheap(weights, scorer, view, level)) {
    orInto(bitSetOver(words, level.documents), filledBits(weights, view, level))
    return
  }
  for (let document = scorer.next(); document !== NO_MORE; document = scorer.next()) {
    tick()
    setBit(words, document)
  }
}

/** The documents that match, where `canFill` says that all clauses can tell. */
export function filledBits(
  { must, filter, should, mustNot, minimum }: Weights,
  view: SegmentView,
  level: Level,
): BitSet {
  const filled = (weights: readonly Weight[]): BitSet => {
    const bits = createBitSet(level.documents)
    for (const weight of weights) weight.addTo?.(view, level, bits.words)
    return bits
  }
  const bits = filled(minimum === 1 ? should : [])
  if (minimum === 0) setAllBits(bits)
  for (const weight of [...must, ...filter]) andInto(bits, filled([weight]))
  if (mustNot.length > 0) andNotInto(bits, filled(mustNot))
  return bits
}
