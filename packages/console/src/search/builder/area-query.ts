import type { Place } from '@rowhouse/demos/geometry'
import type { DrawnArea } from '../../map/drawn-area.js'
import { type Data, type DataObject, objectOf, objectsOf } from '../forms/form.js'

const placeOf = (data: Data): Place => {
  const point = objectOf(data)
  return { latitude: Number(point?.['lat'] ?? 0), longitude: Number(point?.['lon'] ?? 0) }
}

const pointOf = ({ latitude, longitude }: Place): DataObject => ({ lat: latitude, lon: longitude })

/** The area that a query for places draws; undefined for other queries. */
export function areaOfQuery(query: DataObject): DrawnArea | undefined {
  switch (query['kind']) {
    case 'geoDistance':
      return {
        kind: 'circle',
        centre: placeOf(query['centerPoint']),
        metres: Number(query['distance']),
      }
    case 'geoBoundingBox':
      return {
        kind: 'box',
        topLeft: placeOf(query['topLeft']),
        bottomRight: placeOf(query['bottomRight']),
      }
    case 'geoPolygon':
      return { kind: 'polygon', corners: objectsOf(query['points']).map(placeOf) }
    default:
      return undefined
  }
}

/** The query for what lies in an area. */
export function queryOfArea(area: DrawnArea, fieldName: Data): DataObject {
  switch (area.kind) {
    case 'circle':
      return {
        kind: 'geoDistance',
        fieldName,
        centerPoint: pointOf(area.centre),
        distance: area.metres,
      }
    case 'box':
      return {
        kind: 'geoBoundingBox',
        fieldName,
        topLeft: pointOf(area.topLeft),
        bottomRight: pointOf(area.bottomRight),
      }
    case 'polygon':
      return { kind: 'geoPolygon', fieldName, points: area.corners.map(pointOf) }
  }
}

/** A place as a column has it, such as "30.2,120.1". */
export function placeOfText(text: string): Place | undefined {
  const [latitude, longitude] = text.split(',').map(Number)
  if (latitude === undefined || longitude === undefined) return undefined
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return undefined
  return { latitude, longitude }
}
