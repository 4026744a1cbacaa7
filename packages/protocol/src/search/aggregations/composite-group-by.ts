import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { constant, optional, required } from '../fields.js'
import { checked, type MessageCodec, message } from '../message.js'
import { embedded, int32, string } from '../wire.js'
import { checkSize, type SubAggregations, type SubFields } from './field-group-by.js'
import type { GroupBy } from './group-by.js'

/** One group for each combination of the sources' keys, page by page. */
export interface GroupByComposite extends SubAggregations {
  readonly kind: 'composite'
  /** By field, histogram or date histogram. */
  readonly sources: readonly GroupBy[]
  readonly size: number | undefined
  readonly nextToken: string | undefined
  /** The server may return fewer. */
  readonly suggestedSize: number | undefined
}

const SOURCES = 'group_by_composite.sources'
const sourceKinds: readonly GroupBy['kind'][] = ['field', 'histogram', 'dateHistogram']

export function groupByCompositeOf(
  sub: SubFields,
  groupBys: MessageCodec<readonly GroupBy[]>,
): MessageCodec<GroupByComposite> {
  const codec: MessageCodec<GroupByComposite> = message({
    kind: constant('composite'),
    sources: required(1, embedded(groupBys), SOURCES),
    size: optional(2, int32),
    ...sub(4, 5),
    nextToken: optional(6, string),
    suggestedSize: optional(7, int32),
  })
  return checked(codec, ({ sources, size }) => {
    if (sources.length === 0) throw errors.mustNotBeNull(SOURCES)
    for (const { kind } of sources) {
      if (!sourceKinds.includes(kind)) throw errors.invalidSearchParameter(SOURCES, kind)
    }
    checkSize('group_by_composite', size)
  })
}

/** How many group-bys one level may have, and one composite. */
export const groupByBounds = {
  level: { max: limits.SEARCH_GROUP_BYS_PER_LEVEL_MAX, name: 'group_bys' },
  sources: { max: limits.SEARCH_COMPOSITE_SOURCES_MAX, name: SOURCES },
} as const
