import { errors } from '../errors/registry.js'
import { limits } from '../limits.js'

/** The kinds of messages that may contain themselves. */
export type Level = 'query' | 'nested' | 'groupBy' | 'source' | 'field' | 'innerHits'

const depthBounds: { readonly [L in Level]: { readonly max: number; readonly name: string } } = {
  query: { max: limits.SEARCH_QUERY_DEPTH_MAX, name: 'queries' },
  nested: { max: limits.SEARCH_NESTED_DEPTH_MAX, name: 'nested queries' },
  groupBy: { max: limits.SEARCH_GROUP_BY_DEPTH_MAX, name: 'group_bys' },
  // A composite of composites is refused before it is read.
  source: { max: 1, name: 'group_by_composite.sources' },
  // A field below the innermost nested one.
  field: { max: limits.SEARCH_NESTED_DEPTH_MAX + 1, name: 'field_schemas' },
  // The hit of a row, and one below for each nested field.
  innerHits: { max: limits.SEARCH_NESTED_DEPTH_MAX + 1, name: 'search_hits' },
}

/** The others are bounded by their depth and by the length of their lists, or by their parents. */
const countBounds: { readonly [L in Level]?: number } = {
  query: limits.SEARCH_QUERIES_MAX,
  field: limits.SEARCH_FIELDS_MAX,
}

/** Counts what one message holds, so that no message recurses or branches without bound. */
export class DecodeScope {
  private readonly depths: { [L in Level]: number } = emptyLevels()
  private readonly counts: { [L in Level]: number } = emptyLevels()

  within<T>(level: Level, read: () => T): T {
    const { max, name } = depthBounds[level]
    if (this.depths[level] >= max) throw errors.searchTooDeep(name, max)
    const countBound = countBounds[level]
    if (this.counts[level] === countBound) throw errors.searchTooMany(name, countBound)
    this.counts[level] += 1
    this.depths[level] += 1
    const value = read()
    this.depths[level] -= 1
    return value
  }
}

function emptyLevels(): { [L in Level]: number } {
  return { query: 0, nested: 0, groupBy: 0, source: 0, field: 0, innerHits: 0 }
}
