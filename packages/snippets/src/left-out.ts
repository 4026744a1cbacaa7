import type { Query } from '@rowhouse/protocol'
import type { Request } from './request.js'

/** The queries that every language shows; the others are told as left out. */
export const SHOWN_QUERIES = [
  'matchAll',
  'term',
  'terms',
  'match',
  'matchPhrase',
  'prefix',
  'wildcard',
  'range',
  'exists',
  'bool',
  'nested',
  'geoDistance',
  'geoBoundingBox',
  'geoPolygon',
] as const satisfies readonly Query['kind'][]

export type ShownQuery = Extract<Query, { readonly kind: (typeof SHOWN_QUERIES)[number] }>

export const isShown = (query: Query): query is ShownQuery =>
  SHOWN_QUERIES.some((kind) => kind === query.kind)

/** What of a request its snippet leaves out: the program says so, and does not pretend. */
export function leftOut(request: Request): string[] {
  if (request.operation !== 'Search') return []
  const { query } = request
  return [
    ...unshown(query.query).map((kind) => `the query ${kind}`),
    ...(query.aggregations.length > 0 ? ['aggregations'] : []),
    ...(query.groupBys.length > 0 ? ['group-bys'] : []),
    ...(query.collapse === undefined ? [] : ['collapse']),
    ...(query.token === undefined ? [] : ['the token of the page']),
    ...(query.sort?.sorters.some(({ kind }) => kind === 'geoDistance') === true
      ? ['the sort by distance']
      : []),
  ]
}

function unshown(query: Query): string[] {
  if (!isShown(query)) return [query.kind]
  if (query.kind === 'nested') return unshown(query.query)
  if (query.kind !== 'bool') return []
  return [...query.must, ...query.mustNot, ...query.filter, ...query.should].flatMap(unshown)
}

/** One comment for all that is left out, behind the language's own sign. */
export function leftOutComment(request: Request, sign: string): string {
  const parts = leftOut(request)
  return parts.length === 0 ? '' : `${sign} Left out here: ${parts.join(', ')}.\n`
}
