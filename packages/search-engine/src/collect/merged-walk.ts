import { type DocSet, NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { SearchContext } from '../queries/query.js'
import { type Tick, ticker } from '../queries/walks/ticker.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { acceptance, testOfHits } from './acceptance.js'
import type { CollectedHits, HitsWanted } from './hits-wanted.js'
import { DocumentRuns } from './document-runs.js'
import { Heap } from './heap.js'
import { knownCount } from './known-count.js'
import { DOCUMENTS_PER_LOOK, STEP_COST, areAskedInAnyOrder, startOfRun } from './ordered-walk.js'
import { type SegmentSortKey, compareByKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'
import type { SortedRuns } from './sorted-runs.js'
import { NOT_LATE, TopHits } from './top-hits.js'

/** Shorter pages are collected segment by segment: few hits of one displace those of another. */
const CAPACITY_MIN = 32

/** A segment, read in runs of the first sort key. */
interface Source {
  readonly number: number
  readonly view: SegmentView
  readonly keys: readonly SegmentSortKey[]
  readonly runs: SortedRuns
  readonly accepts: (document: number) => boolean
  run: DocSet
  /** The value that the whole run shares. */
  value: SortValue
  isFirst: boolean
}

/**
 * Collects a long page from all segments at once, in the order of the first sort key. Segment by
 * segment, each would fill a page of its own, half of which the next one displaces. Undefined where
 * a segment has no such order, where hits must be visited to be counted, or where it would cost
 * more.
 */
export function mergedHits(wanted: HitsWanted, context: SearchContext): CollectedHits | undefined {
  const { keys, capacity, after, collapse, aggregators, childrenOf } = wanted
  const isFit = collapse === undefined && childrenOf === undefined && aggregators.length === 0
  if (!isFit || context.scores || capacity < CAPACITY_MIN || context.views.length < 2) {
    return undefined
  }
  const plan = planOf(wanted, context)
  if (plan === undefined) return undefined
  const total = totalOf(wanted, context)
  if (total === undefined) return undefined
  const top = new TopHits(keys, capacity, after)
  // Started only after all segments qualify: the first step of a walk can be most of its work.
  const sources = plan.orders.flatMap((order) => begun(order, after) ?? [])
  if (!walkMerged(sources, plan.stepsMax, top, wanted, context)) return undefined
  return { hits: top.sorted(), total }
}

interface Plan {
  readonly orders: readonly Order[]
  /** After more steps than this a walk over all hits is cheaper. */
  readonly stepsMax: number
}

function planOf(wanted: HitsWanted, context: SearchContext): Plan | undefined {
  const opened: Opened[] = []
  for (const [number, view] of context.views.entries()) {
    const scorer = wanted.weight.scorer(view, view.segment.rows)
    if (scorer === undefined) continue
    opened.push({ number, view, scorer, keys: wanted.keys.map((key) => key.open(view)) })
  }
  const isFollowed = opened.every(({ keys }) => keys[0]?.followsDocuments === true)
  const stepsMax = isFollowed ? Infinity : stepsWorthAll(opened, wanted.capacity)
  if (stepsMax === 0) return undefined
  const tick = ticker(context.checkTime)
  const orders: Order[] = []
  for (const one of opened) {
    const order = isFollowed ? followed(one, wanted, context, tick) : ordered(one, wanted, context)
    if (order === undefined) return undefined
    orders.push(order)
  }
  return { orders, stepsMax }
}

interface Opened {
  readonly number: number
  readonly view: SegmentView
  readonly scorer: Scorer
  readonly keys: readonly SegmentSortKey[]
}

/** The order of one segment, before its first step. */
interface Order {
  readonly opened: Opened
  readonly runs: SortedRuns
  readonly accepts: (document: number) => boolean
}

/** The steps to allow for all segments; 0 where a walk over all hits is likely to be cheaper. */
function stepsWorthAll(opened: readonly Opened[], capacity: number): number {
  let [cost, documents, stepCost] = [0, 0, STEP_COST]
  for (const { scorer, view, keys } of opened) {
    if (scorer.tester === undefined || !areAskedInAnyOrder(keys)) return 0
    cost += scorer.cost
    documents += view.segment.rows.documents
    stepCost = Math.max(stepCost, STEP_COST * (1 + scorer.tester.cost))
  }
  const expected = (capacity * documents) / Math.max(1, cost)
  return expected * stepCost < cost ? Math.ceil(cost / stepCost) : 0
}

/** Walks the segment's order of the sort field; undefined where it has none. */
function ordered(
  opened: Opened,
  { filter }: HitsWanted,
  context: SearchContext,
): Order | undefined {
  const { view, scorer, keys } = opened
  const accepts = testOfHits(filter, context, view, scorer)
  const runs = accepts && keys[0]?.runs?.()
  if (runs?.value === undefined || accepts === undefined) return undefined
  return { opened, runs, accepts }
}

/** Walks the documents themselves, which stand in the order of the sort. */
function followed(
  opened: Opened,
  { filter }: HitsWanted,
  context: SearchContext,
  tick: Tick,
): Order | undefined {
  const { view, scorer, keys } = opened
  const [key] = keys
  if (key === undefined) return undefined
  const runs = new DocumentRuns(scorer, acceptance(filter, context, view), key, tick)
  return { opened, runs, accepts: () => true }
}

/** Moves to the first run; undefined where there is none. */
function begun(
  { opened, runs, accepts }: Order,
  after: readonly SortValue[] | undefined,
): Source | undefined {
  const { number, view, keys } = opened
  if (after !== undefined) runs.seek(after[0])
  const run = runs.next()
  if (run === undefined) return undefined
  const value = runs.value?.()
  return { number, view, keys, runs, accepts, run, value, isFirst: after !== undefined }
}

/** The number of hits; undefined where only a walk can count them. */
function totalOf(wanted: HitsWanted, { views }: SearchContext): number | undefined {
  let total = 0
  for (const view of views) {
    const known = knownCount(wanted, view, Math.max(0, wanted.countUpTo - total))
    if (known === undefined) return undefined
    total += known
  }
  return Math.min(total, wanted.countUpTo)
}

/** False when it took too many steps. */
function walkMerged(
  sources: readonly Source[],
  stepsMax: number,
  top: TopHits,
  { keys, after }: HitsWanted,
  context: SearchContext,
): boolean {
  const [key] = keys
  if (key === undefined) return false
  // The segment whose run comes next is on top of the heap.
  const heap = new Heap<Source>((a, b) => compareByKey(key, b.value, a.value))
  for (const source of sources) heap.push(source)
  const steps = { count: 0, max: stepsMax }
  for (let source = heap.top; source !== undefined; source = heap.top) {
    top.open(source.number, source.view, source.keys)
    const end = walkRun(source, top, after, steps, context)
    if (end !== 'on') return end === 'full'
    const run = source.runs.next()
    if (run === undefined) heap.pop()
    else {
      source.run = run
      source.value = source.runs.value?.()
      heap.replaceTop(source)
    }
  }
  return true
}

interface Steps {
  count: number
  readonly max: number
}

/** Whether the walk ends: no later hit can enter, or too many steps were taken. */
function walkRun(
  source: Source,
  top: TopHits,
  after: readonly SortValue[] | undefined,
  steps: Steps,
  context: SearchContext,
): 'on' | 'full' | 'dear' {
  const { run, runs, value, keys, accepts, isFirst } = source
  // Documents of a run ascend by the second key if that is the order of the segment.
  const isSorted = keys[1]?.followsDocuments === true
  source.isFirst = false
  let document = isFirst ? startOfRun(run, () => value, keys[1], after) : run.next()
  for (; document !== NO_MORE; document = run.next()) {
    steps.count += 1
    if (steps.count > steps.max) return 'dear'
    if (steps.count % DOCUMENTS_PER_LOOK === 0) context.checkTime()
    if (runs.holds?.(document) === false || !accepts(document)) continue
    const late = top.offerWith(document, value)
    if (late === 0) return 'full'
    if (late !== NOT_LATE && isSorted) return 'on'
  }
  return 'on'
}
