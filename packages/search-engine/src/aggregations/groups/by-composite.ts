import {
  type GroupBy,
  type GroupByComposite,
  type GroupBySorter,
  type GroupingResult,
  type SubResults,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { AggregatedField, AggregationScope } from '../aggregation-field.js'
import { DateKeys, dateHistogramOf } from './by-date-histogram.js'
import { groupedField } from './by-field.js'
import { HistogramKeys, histogramOf } from './by-histogram.js'
import type { CompiledKind, FieldPart, Parting } from './compiled-kind.js'
import { CompositeKeysSource } from './composite-keys.js'
import {
  type CompositeKeys,
  decodeCompositeToken,
  encodeCompositeToken,
} from './composite-token.js'
import { type ValueKeys, compareKeyValues, fieldKeys } from './field-keys.js'
import type { Groups } from './group-aggregator.js'
import type { GroupRoom } from './group-room.js'
import { type KeyPart, holdsAbsent } from './key-part.js'
import { orderedGroups } from './order-groups.js'

interface CompiledSource {
  readonly name: string
  readonly field: AggregatedField
  readonly isDescending: boolean
  start(part?: KeyPart): ValueKeys
  /** Whether groups can be made for a part of its keys. */
  readonly isParted: boolean
}

/** One group per combination of the sources' keys, in their order, page by page. */
export function compileByComposite(asked: GroupByComposite, scope: AggregationScope): CompiledKind {
  const sources = asked.sources.map((source) => compileSource(source, scope))
  const size = pageSize(asked)
  const isText = sources.map(({ field }) => field.layout.type === 'KEYWORD')
  const hasToken = asked.nextToken !== undefined && asked.nextToken !== ''
  const after = hasToken ? decodeCompositeToken(asked.nextToken, isText) : undefined
  const page: Page = { sources, size, after }
  return {
    isNested: sources.some(({ field }) => field.layout.level !== ''),
    sorters: [],
    start: ({ room }) => {
      const made = combinationsOf(sources, room, undefined)
      return {
        source: made.combinations,
        result: (groups) => pageOf(entriesOf(groups, page, made), page),
      }
    },
    parting: partingOf(page),
  }
}

function partingOf(page: Page): Parting {
  return {
    fields: page.sources.filter(({ isParted }) => isParted).map(({ field }) => field),
    begin: () => {
      let best: readonly PageEntry[] = []
      return ({ room }, part) => {
        const made = combinationsOf(page.sources, room, part)
        return {
          source: made.combinations,
          result: (groups) => {
            best = firstEntries([...best, ...entriesOf(groups, page, made)], page)
            return pageOf(best, page)
          },
        }
      }
    },
  }
}

interface Combinations {
  readonly keys: readonly ValueKeys[]
  readonly combinations: CompositeKeysSource
}

function combinationsOf(
  sources: readonly CompiledSource[],
  room: GroupRoom,
  part: FieldPart | undefined,
): Combinations {
  const number = sources.findIndex(({ field, isParted }) => isParted && field === part?.field)
  const keys = sources.map((source, at) => source.start(at === number ? part?.keys : undefined))
  if (part === undefined) return { keys, combinations: new CompositeKeysSource(keys, room) }
  const parted = { number, holdsAbsent: holdsAbsent(part.keys) }
  return { keys, combinations: new CompositeKeysSource(keys, room, parted) }
}

function pageSize({ size, suggestedSize }: GroupByComposite): number {
  const wished = size ?? suggestedSize ?? limits.SEARCH_GROUPS_DEFAULT
  return Math.min(Math.max(wished, 1), limits.SEARCH_GROUPS_MAX)
}

function compileSource(source: GroupBy, scope: AggregationScope): CompiledSource {
  const { name } = source
  switch (source.kind) {
    case 'field': {
      const field = groupedField(source.fieldName, scope)
      return {
        name,
        field,
        ...orderOf(source.sort),
        start: (part) => fieldKeys(field, part),
        isParted: true,
      }
    }
    case 'histogram': {
      const { field, steps } = histogramOf(source, scope)
      const start = () => new HistogramKeys(field, steps)
      return { name, field, ...orderOf(source.sort), start, isParted: false }
    }
    case 'dateHistogram': {
      const { field, steps } = dateHistogramOf(source, scope)
      const start = () => new DateKeys(field, steps)
      return { name, field, ...orderOf(source.sort), start, isParted: false }
    }
    default:
      throw errors.invalidSearchParameter('group_by_composite.sources', source.kind)
  }
}

/** A page's token names a position in an order, so sources are sorted by their keys alone. */
function orderOf(sort: readonly GroupBySorter[] | undefined): { isDescending: boolean } {
  const other = sort?.find(({ kind }) => kind !== 'groupKey')
  if (other !== undefined) {
    throw errors.invalidSearchParameter('group_by_composite.sources.sort', other.kind)
  }
  return { isDescending: sort?.[0]?.order === 'DESC' }
}

interface Page {
  readonly sources: readonly CompiledSource[]
  readonly size: number
  readonly after: CompositeKeys | undefined
}

interface Entry {
  readonly bucket: number
  readonly parts: readonly (number | undefined)[]
  readonly keys: CompositeKeys
}

/** A group that outlives the tables it was made with. */
interface PageEntry {
  readonly keys: CompositeKeys
  readonly item: SubResults & {
    readonly keys: readonly (string | null)[]
    readonly rowCount: number
  }
}

/** The entries of the page, and one more that shows whether another page follows. */
function entriesOf(groups: Groups, page: Page, { keys, combinations }: Combinations): PageEntry[] {
  const { after } = page
  const entries = function* (): Iterable<Entry> {
    for (const bucket of groups.buckets) {
      const parts = combinations.parts(groups.key(bucket))
      const values = parts.map((part, source) =>
        part === undefined ? null : (keys[source]?.value(part) ?? null),
      )
      if (after === undefined || compareAll(page.sources, values, after) > 0) {
        yield { bucket, parts, keys: values }
      }
    }
  }
  return firstEntries(entries(), page).map(({ bucket, parts, keys: values }) => ({
    keys: values,
    item: {
      keys: parts.map((part, source) =>
        part === undefined ? null : (keys[source]?.text(part) ?? null),
      ),
      rowCount: groups.rowCount(bucket),
      ...groups.sub(bucket),
    },
  }))
}

function firstEntries<E extends { readonly keys: CompositeKeys }>(
  entries: Iterable<E>,
  { sources, size }: Page,
): E[] {
  return orderedGroups(entries, size + 1, [], {
    compareKeys: (a, b) => compareAll(sources, a.keys, b.keys),
    rowCount: () => 0,
    value: () => undefined,
  })
}

function pageOf(entries: readonly PageEntry[], { sources, size }: Page): GroupingResult {
  const shown = entries.slice(0, size)
  const last = entries.length > size ? shown.at(-1) : undefined
  return {
    kind: 'composite',
    items: shown.map(({ item }) => item),
    sourceNames: sources.map(({ name }) => name),
    nextToken: last === undefined ? undefined : encodeCompositeToken(last.keys),
  }
}

/** Compares all keys. A missing value sorts first, or last where the order is descending. */
function compareAll(
  sources: readonly CompiledSource[],
  a: CompositeKeys,
  b: CompositeKeys,
): number {
  for (const [number, { isDescending }] of sources.entries()) {
    const [one, other] = [a[number] ?? null, b[number] ?? null]
    let order = 0
    if (one === null || other === null) order = one === other ? 0 : one === null ? -1 : 1
    else order = compareKeyValues(one, other)
    if (order !== 0) return isDescending ? -order : order
  }
  return 0
}
