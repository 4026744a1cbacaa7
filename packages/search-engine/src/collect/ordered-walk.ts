import { type DocSet, NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import type { SegmentSortKey } from './sort-key.js'
import type { SortedRuns } from './sorted-runs.js'
import { compareValues, type SortValue } from './sort-value.js'
import { NOT_LATE, type TopHits } from './top-hits.js'

/** Documents between two deadline checks. */
export const DOCUMENTS_PER_LOOK = 4096
/**
 * The cost of a step along an order relative to a step of a walk: its documents are scattered over
 * the columns.
 */
export const STEP_COST = 4

export interface OrderedWalk {
  readonly runs: SortedRuns
  readonly top: TopHits
  readonly keys: readonly SegmentSortKey[]
  readonly after: readonly SortValue[] | undefined
  /** Tests whether a document is a hit, in any order of documents. */
  readonly accepts: (document: number) => boolean
  /** After more steps than this a walk over all hits is cheaper. */
  readonly stepsMax: number
}

/**
 * The steps along the sort's order to try before falling back to a walk over all hits; 0 where the
 * walk is likely to be cheaper.
 */
export function stepsWorth(scorer: Scorer, documents: number, expectedHits: number): number {
  const { tester, cost } = scorer
  if (tester === undefined) return 0
  const stepCost = STEP_COST * (1 + tester.cost)
  const expected = (expectedHits * documents) / Math.max(1, cost)
  return expected * stepCost < cost ? Math.ceil(cost / stepCost) : 0
}

/** Whether the keys behind the first can be read in any order of documents; some only ascend. */
export function areAskedInAnyOrder([, ...others]: readonly SegmentSortKey[]): boolean {
  return others.every(({ isLazy }) => isLazy === true)
}

/**
 * Offers hits in the order of the first sort key until no later one can enter. False when it took
 * too many steps: the caller then discards what was offered.
 */
export function walkInOrder(walk: OrderedWalk, context: SearchContext): boolean {
  const { runs, top, accepts, stepsMax } = walk
  const after = walk.after?.[0]
  if (walk.after !== undefined) runs.seek(after)
  // Documents of a run ascend by the second key if that is the order of the segment.
  const isRunSorted = walk.keys[1]?.followsDocuments === true
  let steps = 0
  let isFirst = walk.after !== undefined
  for (let run = runs.next(); run !== undefined; run = runs.next()) {
    const value = runs.value?.()
    const valueOf = runs.value === undefined ? walk.keys[0]?.valueOf : () => value
    let document = isFirst ? startOfRun(run, valueOf, walk.keys[1], walk.after) : run.next()
    isFirst = false
    for (; document !== NO_MORE; document = run.next()) {
      steps += 1
      if (steps > stepsMax) return false
      if (steps % DOCUMENTS_PER_LOOK === 0) context.checkTime()
      if (runs.holds?.(document) === false || !accepts(document)) continue
      const late =
        runs.value === undefined ? top.offer(document, 1) : top.offerWith(document, value)
      if (late === 0) return true
      if (late !== NOT_LATE && isRunSorted) break
    }
  }
  return true
}

/**
 * The place in the run where the previous page ended. `valueOf` reads the first key; `second` is
 * the key behind it.
 */
export function startOfRun(
  run: DocSet,
  valueOf: SegmentSortKey['valueOf'] | undefined,
  second: SegmentSortKey | undefined,
  after: readonly SortValue[] | undefined,
): number {
  const value = after?.[0]
  const first = run.next()
  if (first === NO_MORE || second?.firstAt === undefined) return first
  const own = valueOf?.(first, 1)
  const isSame = own === undefined || value === undefined ? own === value : isEqual(own, value)
  const start = isSame ? second.firstAt(after?.[1]) : 0
  return start > first ? run.advance(start) : first
}

const isEqual = (a: SortValue, b: SortValue): boolean => compareValues(a, b) === 0
