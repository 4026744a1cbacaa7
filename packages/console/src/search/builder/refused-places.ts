import { type Data, isList, isObject } from '../forms/form.js'
import { type IndexField, textOfValue } from '../forms/searchable-fields.js'
import type { Path } from '../json/exact-json.js'

/** `[TERM_QUERY] field: title …`, `[collapse] field: …`: the part of a search that is refused. */
const PART = /\[([A-Za-z_]+)\]/
/** The field, or the path of a nested query, that the service names. */
const NAMED = /(?:\bfield: ?|\bfield_name: ?|\bpath: ?|\bfield\[)([^\s\]]+)/
/** The service's text for a field that queries cannot use, which does not name it. */
const NOT_INDEXED = /'Index' is enabled/

/** The parts of a search that the service's message is about, as far as it tells. */
export function refusedPlaces(
  search: Data,
  message: string,
  fields: readonly IndexField[],
): readonly Path[] {
  const all = objectsIn(search, [])
  if (NOT_INDEXED.test(message)) {
    const unindexed = new Set(
      fields.filter(({ schema }) => schema.index === false).map(({ name }) => name),
    )
    return pathsOf(all.filter(({ names }) => names.some((name) => unindexed.has(name))))
  }
  const part = simple(PART.exec(message)?.[1] ?? '')
  const named = NAMED.exec(message)?.[1]
  if (part === '' && named === undefined) return []
  const ofPart = part === '' ? all : all.filter((each) => each.parts.includes(part))
  const ofName = named === undefined ? ofPart : ofPart.filter(({ names }) => names.includes(named))
  if (ofName.length > 0) return pathsOf(ofName)
  return pathsOf(named === undefined ? [] : all.filter(({ names }) => names.includes(named)))
}

interface FoundObject {
  readonly path: Path
  /** Its kind, and the member of the search that it stands in. */
  readonly parts: readonly string[]
  readonly names: readonly string[]
}

function objectsIn(data: Data, path: Path): FoundObject[] {
  if (isList(data)) return data.flatMap((item, at) => objectsIn(item, [...path, at]))
  if (data === undefined || !isObject(data)) return []
  const [member] = path
  const parts = [simple(textOfValue(data['kind'])), simple(String(member ?? ''))]
  const names = [textOfValue(data['fieldName']), textOfValue(data['path'])]
  const own = { path, parts, names: names.filter((name) => name !== '') }
  const inner = Object.entries(data).flatMap(([name, each]) => objectsIn(each, [...path, name]))
  return path.length === 0 ? inner : [own, ...inner]
}

const pathsOf = (found: readonly FoundObject[]): readonly Path[] => found.map(({ path }) => path)

/** `GEO_DISTANCE_QUERY` and `geoDistance` are the same. */
const simple = (name: string): string =>
  name
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/query$/, '')
