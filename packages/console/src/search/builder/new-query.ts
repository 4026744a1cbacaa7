import type { DataObject } from '../forms/form.js'
import { type IndexField, operatorsOf } from '../forms/searchable-fields.js'

const AT_ORIGIN: DataObject = { lat: 0, lon: 0 }

/** A query of the kind to begin with; what a person must fill in is empty. */
export function newQuery(kind: string, fieldName: string): DataObject {
  switch (kind) {
    case 'matchAll':
      return { kind }
    case 'term':
      return { kind, fieldName, term: '' }
    case 'terms':
      return { kind, fieldName, terms: [''] }
    case 'range':
    case 'exists':
      return { kind, fieldName }
    case 'prefix':
      return { kind, fieldName, prefix: '' }
    case 'suffix':
      return { kind, fieldName, suffix: '' }
    case 'wildcard':
      return { kind, fieldName, value: '*' }
    case 'match':
    case 'matchPhrase':
      return { kind, fieldName, text: '' }
    case 'geoDistance':
      return { kind, fieldName, centerPoint: AT_ORIGIN, distance: 1000 }
    case 'geoBoundingBox':
      return { kind, fieldName, topLeft: { lat: 1, lon: 0 }, bottomRight: { lat: 0, lon: 1 } }
    case 'geoPolygon':
      return {
        kind,
        fieldName,
        points: [
          { lat: 0, lon: 0 },
          { lat: 0, lon: 1 },
          { lat: 1, lon: 1 },
        ],
      }
    case 'knnVector':
      return { kind, fieldName, vector: [] }
    case 'nested':
      return { kind, path: fieldName, query: { kind: 'matchAll' } }
    case 'bool':
      return { kind, must: [] }
    case 'constScore':
      return { kind, filter: { kind: 'matchAll' } }
    case 'functionScore':
      return { kind, query: { kind: 'matchAll' }, fieldName }
    case 'functionsScore':
      return { kind, query: { kind: 'matchAll' }, functions: [{ score: { kind: 'random' } }] }
    case 'disMax':
      return { kind, queries: [{ kind: 'matchAll' }] }
    default:
      throw new Error(`there is no query ${kind}`)
  }
}

/** A condition on a field with the likeliest operator of its type. */
export function newCondition(field: IndexField | undefined): DataObject {
  if (field === undefined) return { kind: 'matchAll' }
  const [operator = 'exists'] = operatorsOf(field.type)
  return newQuery(operator, field.name)
}
