import { type GroupBySorter, errors, limits } from '@rowhouse/protocol'
import { EMPTY_BUCKET } from '../aggregator.js'
import type { Groups } from './group-aggregator.js'
import { compareKeyValues } from './field-keys.js'
import { orderedGroups } from './order-groups.js'

/** The start of a histogram's bucket, or its number. */
export type Step = number | bigint

export interface HistogramEntry {
  readonly step: Step
  /** EMPTY_BUCKET for a bucket without rows. */
  readonly bucket: number
}

export interface HistogramShape {
  readonly minDocCount: number
  readonly sorters: readonly GroupBySorter[]
  /** The range of buckets that is shown; the end is excluded. */
  readonly span: { readonly from: Step; readonly end: Step } | undefined
  next(step: Step): Step
}

const BY_KEY: readonly GroupBySorter[] = [{ kind: 'groupKey', order: 'ASC' }]

/**
 * The buckets that a histogram shows. With a minimum count of 0 that includes those without rows:
 * between the bounds, or else between the first and the last with rows.
 */
export function histogramEntries(
  groups: Groups,
  stepOf: (key: number) => Step,
  shape: HistogramShape,
): HistogramEntry[] {
  const { span, minDocCount } = shape
  let entries: HistogramEntry[] = []
  for (const bucket of groups.buckets) {
    const step = stepOf(groups.key(bucket))
    if (span !== undefined && (step < span.from || step >= span.end)) continue
    if (groups.rowCount(bucket) >= minDocCount) entries.push({ step, bucket })
  }
  if (minDocCount <= 0) entries = withEmpty(entries, shape)
  if (entries.length > limits.SEARCH_GROUPS_MAX) throw tooMany()
  const sorters = shape.sorters.length === 0 ? BY_KEY : shape.sorters
  return orderedGroups(entries, entries.length, sorters, {
    compareKeys: (a, b) => compareKeyValues(a.step, b.step),
    rowCount: ({ bucket }) => groups.rowCount(bucket),
    value: (name, { bucket }) => groups.value(name, bucket),
  })
}

function withEmpty(entries: readonly HistogramEntry[], shape: HistogramShape): HistogramEntry[] {
  const buckets = new Map(entries.map(({ step, bucket }) => [step, bucket]))
  const steps = [...buckets.keys()].sort(compareKeyValues)
  const last = steps.at(-1)
  let step = shape.span?.from ?? steps[0]
  const end = shape.span?.end ?? (last === undefined ? undefined : shape.next(last))
  const filled: HistogramEntry[] = []
  while (step !== undefined && end !== undefined && step < end) {
    if (filled.length === limits.SEARCH_GROUPS_MAX) throw tooMany()
    filled.push({ step, bucket: buckets.get(step) ?? EMPTY_BUCKET })
    step = shape.next(step)
  }
  return filled
}

/** Refuses bounds that are too far apart before anything is counted. */
export function checkSpan({ span, next }: Pick<HistogramShape, 'span' | 'next'>): void {
  let count = 0
  for (let step = span?.from; span !== undefined && step !== undefined && step < span.end; ) {
    count++
    if (count > limits.SEARCH_GROUPS_MAX) throw tooMany()
    step = next(step)
  }
}

function tooMany(): Error {
  return errors.searchTooMany('groups of a histogram', limits.SEARCH_GROUPS_MAX)
}
