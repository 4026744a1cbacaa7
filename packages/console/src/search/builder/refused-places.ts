import { type Data, type DataObject, isList, isObject } from '../forms/form.js'
import { type IndexField, textOfValue } from '../forms/searchable-fields.js'
import type { Path } from '../json/exact-json.js'

/** `[TERM_QUERY] field: …`, `[distinct count agg] …`, `[field_sort.mode] …`: the part that is refused. */
const PART = /\[([A-Za-z_]+(?:[ .][A-Za-z_]+)*)\]/
/** The field, or the path of a nested query, that the service names. */
const NAMED = /(?:\bfield: ?|\bfield_name: ?|\bpath: ?|\bfield\[)([^\s\]]+)/
/** A value that its field cannot have. */
const VALUE = /has no value ("(?:[^"\\]|\\.)*"|\S+)/
const LONGER = /longer than (\d+)/
/** Of a statistic: `[agg_name] is duplicated: NAME`. */
const DUPLICATED = /^\[(?:agg|group_by)_name\] is duplicated: (.*)$/

type Wanted = (found: FoundObject) => boolean

/** The parts of a search that the service's message is about, as far as it tells. */
export function refusedPlaces(
  search: Data,
  message: string,
  fields: readonly IndexField[],
): readonly Path[] {
  const all = objectsIn(search, [])
  const general = generalRule(message, fields)
  if (general !== undefined) return pathsOf(all.filter(general))
  const part = PART.exec(message)?.[1]
  const named = NAMED.exec(message)?.[1]
  const ofName: Wanted = ({ names }) => named === undefined || names.includes(named)
  const ofPart: Wanted = (each) => part === undefined || isOfPart(each, part)
  if (part === undefined && named === undefined) return nearest(all, message)
  const candidates = [(each: FoundObject) => ofPart(each) && ofName(each)]
  if (named !== undefined) candidates.push(ofName)
  for (const wanted of candidates) {
    const found = all.filter(wanted)
    if (found.length > 0) return pathsOf(narrowed(found, message))
  }
  return nearest(all, message)
}

/** The service's texts that name neither a field nor a part in brackets. */
function generalRule(message: string, fields: readonly IndexField[]): Wanted | undefined {
  const among = (kept: readonly IndexField[]): ReadonlySet<string> =>
    new Set(kept.map(({ name }) => name))
  if (message.includes("'Index' is enabled")) {
    const unindexed = among(fields.filter(({ schema }) => schema.index === false))
    return ({ names }) => names.some((name) => unindexed.has(name))
  }
  if (message.startsWith('nested field aggregation/groupby')) {
    const inner = among(fields.filter(({ within }) => within !== undefined))
    return ({ path, names }) =>
      path.length > 2 && isStatistic(path) && names.some((name) => inner.has(name))
  }
  if (message.startsWith('highlighting is not supported')) {
    return ({ path: [member], names }) =>
      member === 'highlight' && names.includes(NAMED.exec(message)?.[1] ?? '')
  }
  const twice = DUPLICATED.exec(message)?.[1]
  if (twice !== undefined) return ({ path, data }) => isStatistic(path) && data['name'] === twice
  for (const [text, kinds] of COUNTED) {
    if (message.startsWith(`The ${text} exceeds the limit`)) {
      return ({ kind, path }) => kinds.includes(kind) || kinds.includes(String(path[0]))
    }
  }
  return undefined
}

/** What there may be so much of, and where it stands: kinds, or members of the search. */
const COUNTED: readonly (readonly [text: string, kinds: readonly string[]])[] = [
  ['number of words to match', ['match', 'matchphrase']],
  ['number of functions_score_query.functions', ['functionsscore']],
  ['number of groups of a histogram', ['histogram', 'datehistogram']],
  ['number of groups', ['groupBys']],
  ['depth of group_bys', ['groupBys']],
  ['depth of nested queries', ['nested']],
]

interface FoundObject {
  readonly path: Path
  readonly data: DataObject
  readonly kind: string
  readonly names: readonly string[]
}

function objectsIn(data: Data, path: Path): FoundObject[] {
  if (isList(data)) return data.flatMap((item, at) => objectsIn(item, [...path, at]))
  if (data === undefined || !isObject(data)) return []
  const names = [textOfValue(data['fieldName']), textOfValue(data['path'])]
  const kind = simple(textOfValue(data['kind']))
  const own = { path, data, kind, names: names.filter((name) => name !== '') }
  const inner = Object.entries(data).flatMap(([name, each]) => objectsIn(each, [...path, name]))
  return path.length === 0 ? inner : [own, ...inner]
}

const STATISTICS = ['aggregations', 'groupBys']
const isStatistic = ([member]: Path): boolean => STATISTICS.includes(String(member))

/** `[group_by_field]` is a group-by of that kind, `[field_sort.mode]` a member of a sorter. */
function isOfPart({ path, kind, data }: FoundObject, part: string): boolean {
  const [first = '', ...inner] = part.split('.')
  const last = inner.at(-1)
  const isGroup = first.startsWith('group_by_')
  const isSorter = first.endsWith('_sort')
  const name = simple(first)
  const member = simple(String(path[0] ?? ''))
  const isMeant = isGroup
    ? kind === name && path[0] === 'groupBys'
    : isSorter
      ? path.includes('sorters') || path.includes('sort')
      : kind === name || member === name || path.some((each) => simple(String(each)) === name)
  if (last === undefined) return isMeant || hasMember(data, first)
  return isMeant && (hasMember(data, last) || isGroup)
}

const hasMember = (data: DataObject, member: string): boolean =>
  Object.entries(data).some(([name, each]) => each !== undefined && simple(name) === simple(member))

/** Of several clauses that may be meant, those that have what the message tells. */
function narrowed(found: readonly FoundObject[], message: string): readonly FoundObject[] {
  const value = VALUE.exec(message)?.[1]?.replace(/^"|"$/g, '')
  const longest = Number(LONGER.exec(message)?.[1] ?? Number.NaN)
  const isEmptyBool = message.startsWith('[bool_query]')
  const has: Wanted = ({ data }) => {
    const members = Object.values(data).flat()
    if (isEmptyBool) return !Object.values(data).some((each) => isList(each) && each.length > 0)
    const texts = members.map((each) => textOfValue(each))
    return texts.some((text) => (value === undefined ? text.length > longest : text === value))
  }
  const fitting = found.filter(has)
  return fitting.length > 0 ? fitting : found
}

/** What a query is refused for without a word on its place stands at the whole query. */
function nearest(all: readonly FoundObject[], message: string): readonly Path[] {
  if (!message.startsWith('failed to query index')) return []
  return pathsOf(all.filter(({ path }) => path.length === 1 && path[0] === 'query'))
}

const pathsOf = (found: readonly FoundObject[]): readonly Path[] => found.map(({ path }) => path)

/** `GEO_DISTANCE_QUERY` and `geoDistance` are the same, as `distinct count agg` and `distinctCount` are. */
const simple = (name: string): string =>
  name
    .replaceAll(/[_ ]/g, '')
    .toLowerCase()
    .replace(/^groupby(?!s$)/, '')
    .replace(/(?:query|agg)$/, '')
