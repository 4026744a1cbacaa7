import type { SearchHit, SearchInnerHit } from '@rowhouse/protocol'
import { compareByKeys } from '../collect/sort-key.js'
import type { SortValue } from '../collect/sort-value.js'
import type { Hit } from '../collect/top-hits.js'
import { type MatchingChild, childFinder } from '../queries/nested.js'
import type { SearchContext } from '../queries/query.js'
import type { Level } from '../segments/level.js'
import type { SegmentView } from '../segments/segment-reader.js'
import type { InnerHitsPlan } from './inner-hits-plan.js'

/** The inner hits of each hit of a page: one entry for each plan, in the order of the plans. */
export function innerHitsOf(
  plans: readonly InnerHitsPlan[],
  page: readonly Hit[],
  context: SearchContext,
): Map<Hit, readonly SearchInnerHit[]> {
  const found = new Map<Hit, readonly SearchInnerHit[]>()
  const finders = plans.map((plan) => finderOf(plan, context))
  for (const [number, view] of context.views.entries()) {
    const hits = page.filter((hit) => hit.view === number)
    if (hits.length === 0) continue
    const documents = hits.map(({ document }) => document).toSorted((a, b) => a - b)
    const lists = finders.map((find) => find(view, view.segment.rows, documents))
    for (const hit of hits) found.set(hit, entriesOf(plans, lists, hit.document))
  }
  return found
}

/** Finds the children to show of each parent. Parents are in ascending order. */
type FindHits = (view: SegmentView, level: Level, parents: readonly number[]) => HitsOfParents
type HitsOfParents = ReadonlyMap<number, readonly SearchHit[]>

/** Made once for each snapshot. */
function finderOf(plan: InnerHitsPlan, snapshot: SearchContext): FindHits {
  const { needsScores } = plan.sort
  const context = { ...snapshot, scores: needsScores }
  const finder = childFinder(context, plan.parents, plan.path, plan.query)
  const keys = plan.sort.keys(context)
  const below = plan.below.map((inner) => finderOf(inner, snapshot))
  const { offset, limit } = plan.innerHits
  return (view, above, parents) => {
    const found = finder(view, above)
    if (found === undefined) return new Map()
    const { level, find } = found
    const opened = keys.map((key) => key.open(view, level))
    const pages = parents.map((parent): readonly MatchingChild[] => {
      context.checkTime()
      const children = find(parent).map((child) => ({
        child,
        values: opened.map((key): SortValue => key.valueOf(child.document, child.score)),
      }))
      const sorted = children.toSorted(
        (a, b) => compareByKeys(keys, a.values, b.values) || a.child.offset - b.child.offset,
      )
      return sorted.slice(offset, offset + limit).map(({ child }) => child)
    })
    const shown = pages.flatMap((page) => page.map(({ document }) => document))
    const lists = below.map((inner) =>
      inner(
        view,
        level,
        shown.toSorted((a, b) => a - b),
      ),
    )
    const hitOf = ({ document, offset: place, score }: MatchingChild): SearchHit => ({
      score: needsScores ? score : undefined,
      highlight: undefined,
      innerHits: entriesOf(plan.below, lists, document),
      nestedDocOffset: place,
    })
    return new Map(parents.map((parent, index) => [parent, (pages[index] ?? []).map(hitOf)]))
  }
}

const entriesOf = (
  plans: readonly InnerHitsPlan[],
  lists: readonly HitsOfParents[],
  parent: number,
): SearchInnerHit[] =>
  plans.map(({ path }, index) => ({ path, hits: lists[index]?.get(parent) ?? [] }))
