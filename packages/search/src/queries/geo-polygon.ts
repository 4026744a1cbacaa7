import type { GeoPolygonQuery } from '@rowhouse/protocol'
import { decodeLat, decodeLon, encodeLat, encodeLon } from '../values/geo-encoding.js'
import { createGeoPolygon, type GeoPolygon, isInPolygon } from '../values/geo-polygon.js'
import { splitBox } from './geo/geo-shape.js'
import { geoShapeQuery } from './geo/geo-shape-query.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'

/** Points in a polygon or on its boundary. */
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
    contains: (lat, lon) => touches(polygon, lat, lon),
  })
}

/**
 * Whether any corner of a stored point's cell is inside: a point on the boundary was rounded off it, and
 * the Python SDK's test of polygons counts such points.
 */
function touches(polygon: GeoPolygon, lat: number, lon: number): boolean {
  const south = decodeLat(lat)
  const west = decodeLon(lon)
  if (isInPolygon(polygon, south, west)) return true
  const north = decodeLat(lat + 1)
  const east = decodeLon(lon + 1)
  return (
    isInPolygon(polygon, north, east) ||
    isInPolygon(polygon, north, west) ||
    isInPolygon(polygon, south, east)
  )
}
