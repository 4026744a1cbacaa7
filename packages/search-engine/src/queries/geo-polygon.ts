import type { GeoPolygonQuery } from '@rowhouse/protocol'
import { decodeLat, decodeLon, encodeLat, encodeLon } from '../values/geo-encoding.js'
import { createGeoPolygon, isInPolygon } from '../values/polygon.js'
import { splitBox } from './geo/geo-shape.js'
import { geoShapeQuery } from './geo/geo-shape-query.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'

/**
 * Points in a polygon, by their stored position, which is a little south and west of the original.
 * So some points on edges are inside and others not, as the Python SDK's test of polygons counts
 * them.
 */
export function compileGeoPolygon(query: GeoPolygonQuery, scope: QueryScope): Query {
  const { name } = fieldOf(scope, query.fieldName, 'GEO_POLYGON_QUERY', ['GEO_POINT'])
  const polygon = createGeoPolygon(query.points)
  const { minLat, maxLat, minLon, maxLon } = polygon.box
  const box = {
    minLat: encodeLat(minLat),
    maxLat: encodeLat(maxLat),
    minLon: encodeLon(minLon),
    maxLon: encodeLon(maxLon),
  }
  return geoShapeQuery(name, {
    boxes: splitBox(box),
    contains: (lat, lon) => isInPolygon(polygon, decodeLat(lat), decodeLon(lon)),
  })
}
