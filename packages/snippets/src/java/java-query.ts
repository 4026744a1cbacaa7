import type { Query, Sorter } from '@rowhouse/protocol'
import { type Code, chain } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery, isShown } from '../left-out.js'
import { call, literal } from './java-values.js'

export const shown = (query: Query): Code =>
  isShown(query) ? queryOf(query) : 'QueryBuilders.matchAll()'

const built = (name: string, items: readonly string[], calls: readonly Code[] = []): Code =>
  chain(`QueryBuilders.${name}(${items.join(', ')})`, calls)

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return 'QueryBuilders.matchAll()'
    case 'bool': {
      const least = query.minimumShouldMatch
      return built(
        'bool',
        [],
        [
          ...query.must.map((one) => call('must', [shown(one)])),
          ...query.mustNot.map((one) => call('mustNot', [shown(one)])),
          ...query.filter.map((one) => call('filter', [shown(one)])),
          ...query.should.map((one) => call('should', [shown(one)])),
          ...(typeof least === 'number' ? [call('minimumShouldMatch', [String(least)])] : []),
        ],
      )
    }
    case 'nested': {
      const mode = query.scoreMode.charAt(0) + query.scoreMode.slice(1).toLowerCase()
      return built(
        'nested',
        [],
        [
          call('path', [quoted(query.path)]),
          call('query', [shown(query.query)]),
          call('scoreMode', [`ScoreMode.${mode}`]),
        ],
      )
    }
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<ShownQuery, { readonly kind: 'matchAll' | 'bool' | 'nested' }>

function fieldQuery(query: FieldQuery): Code {
  const field = quoted(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    quoted(`${lat},${lon}`)
  switch (query.kind) {
    case 'term':
      return built('term', [field, literal(query.term)])
    case 'terms':
      return built(
        'terms',
        [field],
        query.terms.map((term) => call('addTerm', [literal(term)])),
      )
    case 'match': {
      const least = query.minimumShouldMatch
      return built(
        'match',
        [field, quoted(query.text)],
        [
          ...(typeof least === 'number' ? [call('minimumShouldMatch', [String(least)])] : []),
          call('operator', [`QueryOperator.${query.operator}`]),
        ],
      )
    }
    case 'matchPhrase':
      return built('matchPhrase', [field, quoted(query.text)])
    case 'prefix':
      return built('prefix', [field, quoted(query.prefix)])
    case 'wildcard':
      return built('wildcard', [field, quoted(query.value)])
    case 'exists':
      return built('exists', [field])
    case 'range': {
      const { from, to, includeLower, includeUpper } = query
      return built(
        'range',
        [field],
        [
          ...(from === undefined
            ? []
            : [call(includeLower ? 'greaterThanOrEqual' : 'greaterThan', [literal(from)])]),
          ...(to === undefined
            ? []
            : [call(includeUpper ? 'lessThanOrEqual' : 'lessThan', [literal(to)])]),
        ],
      )
    }
    case 'geoDistance':
      return built(
        'geoDistance',
        [field],
        [
          call('centerPoint', [point(query.centerPoint)]),
          call('distanceInMeter', [String(query.distance)]),
        ],
      )
    case 'geoBoundingBox':
      return built(
        'geoBoundingBox',
        [field],
        [call('topLeft', [point(query.topLeft)]), call('bottomRight', [point(query.bottomRight)])],
      )
    case 'geoPolygon':
      return built(
        'geoPolygon',
        [field],
        query.points.map((one) => call('addPoint', [point(one)])),
      )
  }
}

export function sorter(given: Sorter): Code[] {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'field':
      return [`new FieldSort(${quoted(given.fieldName)}, ${order})`]
    case 'score':
      return ['new ScoreSort()']
    case 'primaryKey':
      return ['new PrimaryKeySort()']
    case 'doc':
    case 'geoDistance':
      return []
  }
}
