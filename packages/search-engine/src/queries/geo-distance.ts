import type { GeoDistanceQuery } from '@rowhouse/protocol'
import { circleOf } from '../values/circle.js'
import { decodeLat, decodeLon, encodeLat, encodeLon } from '../values/geo-encoding.js'
import { splitBox } from './geo/geo-shape.js'
import { geoShapeQuery } from './geo/geo-shape-query.js'
import type { Query } from './query.js'
import { fieldOf, type QueryScope } from './scope.js'

/** Points within a number of metres from the center, along the surface. */
export function compileGeoDistance(query: GeoDistanceQuery, scope: QueryScope): Query {
  const { centerPoint, distance } = query
  const { name } = fieldOf(scope, query.fieldName, 'GEO_DISTANCE_QUERY', ['GEO_POINT'])
  const { lat, lon } = centerPoint
  const { box, contains } = circleOf(lat, lon, distance)
  // Stored points are rounded down, so the lower edges are too.
  const encoded = {
    minLat: encodeLat(box.minLat),
    maxLat: encodeLat(box.maxLat),
    minLon: encodeLon(box.minLon),
    maxLon: encodeLon(box.maxLon),
  }
  return geoShapeQuery(name, {
    boxes: splitBox(encoded),
    contains: (latitude, longitude) => contains(decodeLat(latitude), decodeLon(longitude)),
  })
}
