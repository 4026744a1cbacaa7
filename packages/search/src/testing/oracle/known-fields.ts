import type { Aggregation, GroupBy, Query } from '@rowhouse/protocol'
import type { IndexLayout } from '@rowhouse/search-engine'

/*
 * Questions are made for the whole sample index, and a schema may have fewer fields. A question about a field
 * that is missing is an error, which other tests check.
 */

const EVERYTHING: Query = { kind: 'matchAll' }

/** The query, with parts that ask for unknown fields replaced by a query for all rows. */
export function withKnownFields(query: Query, layout: IndexLayout): Query {
  const known = (part: Query): Query => withKnownFields(part, layout)
  switch (query.kind) {
    case 'matchAll':
    // A field that is unknown has no values.
    case 'exists':
      return query
    case 'bool':
      return {
        ...query,
        must: query.must.map(known),
        filter: query.filter.map(known),
        mustNot: query.mustNot.map(known),
        should: query.should.map(known),
      }
    case 'disMax':
      return { ...query, queries: query.queries.map(known) }
    case 'constScore':
      return { ...query, filter: known(query.filter) }
    case 'functionScore':
    case 'functionsScore':
      return { ...query, query: known(query.query) }
    case 'nested':
      return layout.levels.has(query.path) ? { ...query, query: known(query.query) } : EVERYTHING
    default:
      return layout.fields.has(query.fieldName) ? query : EVERYTHING
  }
}

/** Whether the index has all requested fields, at every depth. */
export function hasFields(asked: Aggregation | GroupBy, layout: IndexLayout): boolean {
  if ('fieldName' in asked && !layout.fields.has(asked.fieldName)) return false
  if (asked.kind === 'composite' && !asked.sources.every((one) => hasFields(one, layout))) {
    return false
  }
  if (asked.kind === 'filter') {
    const isWhole = asked.filters.every((filter) => withKnownFields(filter, layout) === filter)
    if (!isWhole) return false
  }
  if (!('subGroupBys' in asked)) return true
  return [...asked.subAggregations, ...asked.subGroupBys].every((one) => hasFields(one, layout))
}
