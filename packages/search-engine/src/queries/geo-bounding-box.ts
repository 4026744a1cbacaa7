import type { GeoBoundingBoxQuery } from '@rowhouse/protocol'
import { encodeBox } from '../values/geo-encoding.js'
import { splitBox } from './geo/geo-shape.js'
import { geoShapeQuery } from './geo/geo-shape-query.js'
import type { Query } from './query.js'
import { fieldOf, queryError, type QueryScope } from './scope.js'

/** Points in a box. A box whose left edge is east of its right edge crosses the antimeridian. */
export function compileGeoBoundingBox(query: GeoBoundingBoxQuery, scope: QueryScope): Query {
  const { topLeft, bottomRight } = query
  const { name } = fieldOf(scope, query.fieldName, 'GEO_BOUNDING_BOX_QUERY', ['GEO_POINT'])
  if (topLeft.lat < bottomRight.lat) {
    throw queryError('[GEO_BOUNDING_BOX_QUERY] top_left is below bottom_right')
  }
  const box = {
    minLat: bottomRight.lat,
    maxLat: topLeft.lat,
    minLon: topLeft.lon,
    maxLon: bottomRight.lon,
  }
  return geoShapeQuery(name, { boxes: splitBox(encodeBox(box)), contains: undefined })
}
