import type {
  Aggregation,
  AggregationResult,
  GroupBy,
  GroupByResult,
  GroupBySorter,
  Range,
} from '@rowhouse/protocol'
import { haversineMetres } from '../values/point-distance.js'
import { boxOfGeohash, encodeGeohash } from '../values/geohash.js'
import type { NaiveResults, NaiveRow } from './naive-aggregations.js'
import { type NaiveValue, naiveFieldValues, naiveNumber } from './naive-field-values.js'
import { naiveSteps } from './naive-steps.js'
import { type NaiveIndex, matchesNaively } from './naive-query.js'

export type NaiveBelow = (
  aggregations: readonly Aggregation[],
  groupBys: readonly GroupBy[],
  rows: readonly NaiveRow[],
) => NaiveResults

/** Identifies and sorts a group. */
type Key = string | number | bigint | null

interface Group {
  readonly keys: readonly Key[]
  readonly texts: readonly (string | null)[]
  readonly rows: readonly NaiveRow[]
}

export function naiveGroupBy(
  asked: GroupBy,
  rows: readonly NaiveRow[],
  index: NaiveIndex,
  below: NaiveBelow,
): GroupByResult {
  const { name } = asked
  const sub = (some: readonly NaiveRow[]) => {
    const { aggregations, groupBys } = below(asked.subAggregations, asked.subGroupBys, some)
    return { rowCount: some.length, subAggregations: aggregations, subGroupBys: groupBys }
  }
  const has = (fieldName: string, test: (value: NaiveValue) => boolean) =>
    rows.filter(({ level }) => naiveFieldValues(fieldName, level, index.layout).some(test))
  switch (asked.kind) {
    case 'filter': {
      const items = asked.filters.map((filter) =>
        sub(rows.filter(({ level }) => matchesNaively(filter, level, index))),
      )
      return { kind: 'filter', items, name }
    }
    case 'range': {
      const ranges = asked.ranges.toSorted((a, b) => order(a.from, b.from) || order(a.to, b.to))
      const items = ranges.map(({ from, to }) => ({
        from,
        to,
        ...sub(has(asked.fieldName, (value) => isIn(Number(naiveNumber(value)), { from, to }))),
      }))
      return { kind: 'range', items, name }
    }
    case 'geoDistance': {
      const items = asked.ranges.map(({ from: given, to }) => {
        const from = Math.max(given, 0)
        const inRange = (value: NaiveValue) => isIn(metres(value, asked.origin), { from, to })
        return { from, to, ...sub(has(asked.fieldName, inRange)) }
      })
      return { kind: 'geoDistance', items, name }
    }
    case 'composite':
      return naiveComposite(asked, rows, index, sub)
    default:
      return naiveKeyed(asked, rows, index, sub)
  }
}

type Sub = (rows: readonly NaiveRow[]) => {
  rowCount: number
  subAggregations: readonly AggregationResult[]
  subGroupBys: readonly GroupByResult[]
}
type Keyed = Extract<GroupBy, { kind: 'field' | 'geoGrid' | 'histogram' | 'dateHistogram' }>

function naiveKeyed(
  asked: Keyed,
  rows: readonly NaiveRow[],
  index: NaiveIndex,
  sub: Sub,
): GroupByResult {
  const { name } = asked
  const groups = groupsOf([asked], rows, index).filter(({ keys }) => keys[0] !== null)
  if (asked.kind === 'field' || asked.kind === 'geoGrid') {
    const least = asked.kind === 'field' ? (asked.minDocCount ?? 1) : 1
    const byCount: GroupBySorter[] = [{ kind: 'rowCount', order: 'DESC' }]
    const given = asked.kind === 'field' ? (asked.sort ?? []) : []
    const sorters = given.length === 0 ? byCount : given
    const shown = ordered(
      groups.filter((group) => group.rows.length >= least),
      sorters,
      sub,
    ).slice(0, asked.size ?? 10)
    if (asked.kind === 'field') {
      const items = shown.map(({ texts, rows: own }) => ({ key: texts[0] ?? '', ...sub(own) }))
      return { kind: 'field', items, name }
    }
    return {
      kind: 'geoGrid',
      items: shown.map(({ texts, rows: own }) => ({ ...cell(texts[0] ?? ''), ...sub(own) })),
      name,
    }
  }
  const steps = naiveSteps(asked, index.layout)
  const least = asked.minDocCount ?? 1
  let shown = groups.filter(({ keys }) => steps.isShown(numberOf(keys[0])))
  if (least === 0) {
    const known = new Map(shown.map((group) => [String(group.keys[0]), group]))
    shown = steps
      .between(shown.map(({ keys }) => numberOf(keys[0])))
      .map((step) => known.get(String(step)) ?? { keys: [step], texts: [], rows: [] })
  }
  shown = ordered(
    shown.filter((group) => group.rows.length >= least),
    asked.sort ?? [],
    sub,
  )
  if (asked.kind === 'histogram') {
    const items = shown.map(({ keys, rows: own }) => ({ key: numberOf(keys[0]), ...sub(own) }))
    return { kind: 'histogram', items, name }
  }
  const items = shown.map(({ keys, rows: own }) => ({
    timestamp: BigInt(numberOf(keys[0])),
    ...sub(own),
  }))
  return { kind: 'dateHistogram', items, name }
}

/** All groups, whatever page was requested. */
function naiveComposite(
  asked: Extract<GroupBy, { kind: 'composite' }>,
  rows: readonly NaiveRow[],
  index: NaiveIndex,
  sub: Sub,
): GroupByResult {
  const descending = asked.sources.map((source) => {
    const sort = 'sort' in source ? source.sort : undefined
    return sort?.[0]?.order === 'DESC'
  })
  const groups = groupsOf(asked.sources, rows, index).toSorted((a, b) => {
    for (const [source, isDescending] of descending.entries()) {
      const sign = compareKeys(a.keys[source] ?? null, b.keys[source] ?? null)
      if (sign !== 0) return isDescending ? -sign : sign
    }
    return 0
  })
  return {
    kind: 'composite',
    items: groups.map(({ texts, rows: own }) => ({ keys: texts, ...sub(own) })),
    sourceNames: asked.sources.map(({ name }) => name),
    nextToken: undefined,
    name: asked.name,
  }
}

function groupsOf(
  sources: readonly GroupBy[],
  rows: readonly NaiveRow[],
  index: NaiveIndex,
): Group[] {
  const groups = new Map<string, { keys: Key[]; texts: (string | null)[]; rows: NaiveRow[] }>()
  for (const row of rows) {
    const combinations = sources
      .map((source) => keysOf(source, row, index))
      .reduce<Named[][]>(
        (all, own) => all.flatMap((before) => own.map((key) => [...before, key])),
        [[]],
      )
    const mine = new Set<string>()
    for (const parts of combinations) {
      const id = JSON.stringify(parts.map(({ text }) => text))
      if (mine.has(id)) continue
      mine.add(id)
      const made = {
        keys: parts.map(({ key }) => key),
        texts: parts.map(({ text }) => text),
        rows: [],
      }
      const group = groups.get(id) ?? made
      group.rows.push(row)
      groups.set(id, group)
    }
  }
  return [...groups.values()]
}

interface Named {
  readonly key: Key
  readonly text: string | null
}

function keysOf(asked: GroupBy, { level }: NaiveRow, index: NaiveIndex): Named[] {
  if (!('fieldName' in asked)) throw new Error('no source')
  const values = naiveFieldValues(asked.fieldName, level, index.layout)
  const type = index.layout.fields.get(asked.fieldName)?.type
  const none: Named[] = [{ key: null, text: null }]
  if (asked.kind === 'histogram' || asked.kind === 'dateHistogram') {
    const steps = naiveSteps(asked, index.layout)
    const found = values.length === 0 && steps.missing !== undefined ? [steps.missing] : values
    if (found.length === 0) return none
    return found.map((value) => {
      const key = steps.stepOf(naiveNumber(value))
      return { key, text: String(key) }
    })
  }
  if (values.length === 0) return none
  return values.map((value) => {
    if (typeof value === 'object') {
      const hash = encodeGeohash(value.lat, value.lon, 'precision' in asked ? asked.precision : 1)
      return { key: hash, text: hash }
    }
    if (type === 'BOOLEAN') return { key: value, text: value === 1 ? 'true' : 'false' }
    const isWhole = type === 'DOUBLE' && Number.isInteger(value)
    return { key: value, text: isWhole ? `${value}.0` : String(value) }
  })
}

function ordered(groups: readonly Group[], sorters: readonly GroupBySorter[], sub: Sub): Group[] {
  const valueOf = (group: Group, name: string): number | undefined => {
    const found = sub(group.rows).subAggregations.find((result) => result.name === name)
    if (found === undefined || !('value' in found)) throw new Error(`no number ${name}`)
    const isNothing = found.kind !== 'sum' && Math.abs(found.value) === Number.POSITIVE_INFINITY
    return isNothing ? undefined : found.value
  }
  return groups.toSorted((a, b) => {
    for (const sorter of sorters) {
      const sign = sorter.order === 'DESC' ? -1 : 1
      let compared = 0
      if (sorter.kind === 'groupKey') {
        compared = sign * compareKeys(a.keys[0] ?? null, b.keys[0] ?? null)
      } else if (sorter.kind === 'rowCount') compared = sign * (a.rows.length - b.rows.length)
      else {
        const [one, other] = [valueOf(a, sorter.name), valueOf(b, sorter.name)]
        if (one === undefined || other === undefined) {
          compared = one === other ? 0 : one === undefined ? 1 : -1
        } else compared = sign * order(one, other)
      }
      if (compared !== 0) return compared
    }
    return compareKeys(a.keys[0] ?? null, b.keys[0] ?? null)
  })
}

const order = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

function compareKeys(a: Key, b: Key): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
  const other = numberOf(b)
  return a < other ? -1 : a > other ? 1 : 0
}

function numberOf(key: Key | undefined): number | bigint {
  if (typeof key === 'number' || typeof key === 'bigint') return key
  throw new Error('no number')
}

const isIn = (value: number, { from, to }: Range): boolean =>
  value >= from && (value < to || to === Number.POSITIVE_INFINITY)

function metres(value: NaiveValue, origin: { lat: number; lon: number }): number {
  if (typeof value !== 'object') throw new Error('no point')
  return haversineMetres(origin.lat, origin.lon, value.lat, value.lon)
}

function cell(key: string) {
  const box = boxOfGeohash(key)
  if (box === undefined) throw new Error('no geohash')
  return {
    key,
    topLeft: { lat: box.maxLat, lon: box.minLon },
    bottomRight: { lat: box.minLat, lon: box.maxLon },
  }
}
