import type { Query, Sorter } from '@rowhouse/protocol'
import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery, isShown } from '../left-out.js'
import { object, text, value } from './node-values.js'

export const shown = (query: Query): Code =>
  isShown(query) ? queryOf(query) : queryOf({ kind: 'matchAll' })

const typed = (type: string, members: Readonly<Record<string, Code | undefined>>): Code =>
  object({ queryType: `TableStore.QueryType.${type}_QUERY`, query: object(members) })

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return object({ queryType: 'TableStore.QueryType.MATCH_ALL_QUERY' })
    case 'bool':
      return typed('BOOL', {
        mustQueries: queries(query.must),
        mustNotQueries: queries(query.mustNot),
        filterQueries: queries(query.filter),
        shouldQueries: queries(query.should),
        minimumShouldMatch: text(query.minimumShouldMatch),
      })
    case 'nested':
      return typed('NESTED', {
        path: quoted(query.path),
        query: shown(query.query),
        scoreMode: `TableStore.ScoreMode.SCORE_MODE_${query.scoreMode}`,
      })
    case 'geoDistance':
    case 'geoBoundingBox':
    case 'geoPolygon':
      return geo(query)
    default:
      return typed(TYPES[query.kind], fieldMembers(query))
  }
}

type GeoQuery = Extract<ShownQuery, { readonly kind: `geo${string}` }>
type FieldQuery = Exclude<ShownQuery, GeoQuery | { readonly kind: 'matchAll' | 'bool' | 'nested' }>

const TYPES: Readonly<Record<FieldQuery['kind'], string>> = {
  term: 'TERM',
  terms: 'TERMS',
  match: 'MATCH',
  matchPhrase: 'MATCH_PHRASE',
  prefix: 'PREFIX',
  wildcard: 'WILDCARD',
  range: 'RANGE',
  exists: 'EXISTS',
}

function fieldMembers(query: FieldQuery): Readonly<Record<string, Code | undefined>> {
  const fieldName = quoted(query.fieldName)
  switch (query.kind) {
    case 'term':
      return { fieldName, term: value(query.term) }
    case 'terms':
      return { fieldName, terms: group('[', query.terms.map(value), ']') }
    case 'match':
      return {
        fieldName,
        text: quoted(query.text),
        operator: `TableStore.QueryOperator.${query.operator}`,
        minimumShouldMatch: text(query.minimumShouldMatch),
      }
    case 'matchPhrase':
      return { fieldName, text: quoted(query.text) }
    case 'prefix':
      return { fieldName, prefix: quoted(query.prefix) }
    case 'wildcard':
      return { fieldName, value: quoted(query.value) }
    case 'range':
      return {
        fieldName,
        rangeFrom: query.from === undefined ? undefined : value(query.from),
        rangeTo: query.to === undefined ? undefined : value(query.to),
        includeLower: String(query.includeLower),
        includeUpper: String(query.includeUpper),
      }
    case 'exists':
      return { fieldName }
  }
}

function geo(query: GeoQuery): Code {
  const fieldName = quoted(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    quoted(`${lat},${lon}`)
  switch (query.kind) {
    case 'geoDistance': {
      const centerPoint = point(query.centerPoint)
      return typed('GEO_DISTANCE', { fieldName, centerPoint, distance: String(query.distance) })
    }
    case 'geoBoundingBox': {
      const [topLeft, bottomRight] = [point(query.topLeft), point(query.bottomRight)]
      return typed('GEO_BOUNDING_BOX', { fieldName, topLeft, bottomRight })
    }
    case 'geoPolygon':
      return typed('GEO_POLYGON', { fieldName, points: group('[', query.points.map(point), ']') })
  }
}

const queries = (list: readonly Query[]): Code | undefined =>
  list.length === 0 ? undefined : group('[', list.map(shown), ']')

export function sorter(given: Sorter): Code[] {
  const order = `TableStore.SortOrder.SORT_ORDER_${given.order}`
  switch (given.kind) {
    case 'field':
      return [object({ fieldSort: object({ fieldName: quoted(given.fieldName), order }) })]
    case 'score':
      return [object({ scoreSort: object({ order }) })]
    case 'primaryKey':
      return [object({ primaryKeySort: object({ order }) })]
    case 'doc':
    case 'geoDistance':
      return []
  }
}
