import type { Query, SearchQuery } from '@rowhouse/protocol'

const METRES_PER_DEGREE = 111_195
/** The length of a degree of longitude, at the north of the orders' square, where it is shortest. */
const NARROWING = 0.85
/** Margin of the box in metres: the R*Tree stores coordinates in 32 bits, about a metre apart. */
const MARGIN = 3

export type SearchArgument = number | string

/** The values of a search in the order of its conditions, which is that of the statement's parameters. */
export function searchArguments({ query }: SearchQuery): SearchArgument[] {
  return valuesOf(query)
}

function valuesOf(query: Query): SearchArgument[] {
  switch (query.kind) {
    case 'matchAll':
      return []
    case 'term':
      return [plain(query.term)]
    case 'range':
      return [plain(query.from), plain(query.to)]
    case 'match':
      return [query.text.split(' ').join(` ${query.operator} `)]
    case 'wildcard':
      return [query.value]
    case 'nested':
      return valuesOf(query.query)
    case 'bool':
      return [...query.must, ...query.filter].flatMap(valuesOf)
    case 'geoDistance': {
      const { lat, lon } = query.centerPoint
      const south = (query.distance + MARGIN) / METRES_PER_DEGREE
      const west = south / NARROWING
      return [lat - south, lat + south, lon - west, lon + west, lat, lon, query.distance]
    }
    default:
      throw new Error(`No search of the benchmark has ${query.kind}`)
  }
}

function plain(value: unknown): SearchArgument {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`No search of the benchmark has the value ${String(value)}`)
}
