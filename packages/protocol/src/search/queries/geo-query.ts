import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { constant, repeated, required } from '../fields.js'
import { type GeoPoint, geoPointText } from '../geo-point.js'
import { checked, type MessageCodec, message } from '../message.js'
import { double, string } from '../wire.js'

export interface GeoBoundingBoxQuery {
  readonly kind: 'geoBoundingBox'
  readonly fieldName: string
  readonly topLeft: GeoPoint
  readonly bottomRight: GeoPoint
}

/** `distance` in metres. */
export interface GeoDistanceQuery {
  readonly kind: 'geoDistance'
  readonly fieldName: string
  readonly centerPoint: GeoPoint
  readonly distance: number
}

export interface GeoPolygonQuery {
  readonly kind: 'geoPolygon'
  readonly fieldName: string
  readonly points: readonly GeoPoint[]
}

const CORNERS_MIN = 3

export const geoBoundingBoxQuery: MessageCodec<GeoBoundingBoxQuery> = message({
  kind: constant('geoBoundingBox'),
  fieldName: required(1, string, 'geo_bounding_box_query.field_name'),
  topLeft: geoPointField(2, 'geo_bounding_box_query.top_left'),
  bottomRight: geoPointField(3, 'geo_bounding_box_query.bottom_right'),
})

function geoPointField(number: number, name: string) {
  return required(number, geoPointText(name), name)
}

const distance: MessageCodec<GeoDistanceQuery> = message({
  kind: constant('geoDistance'),
  fieldName: required(1, string, 'geo_distance_query.field_name'),
  centerPoint: geoPointField(2, 'geo_distance_query.center_point'),
  distance: required(3, double, 'geo_distance_query.distance'),
})

export const geoDistanceQuery = checked(distance, (query) => {
  if (query.distance >= 0) return
  throw errors.invalidSearchParameter('geo_distance_query.distance', query.distance)
})

const POINTS = 'geo_polygon_query.points'

const polygon: MessageCodec<GeoPolygonQuery> = message({
  kind: constant('geoPolygon'),
  fieldName: required(1, string, 'geo_polygon_query.field_name'),
  points: repeated(2, geoPointText(POINTS), { max: limits.SEARCH_GEO_POINTS_MAX, name: POINTS }),
})

export const geoPolygonQuery = checked(polygon, ({ points }) => {
  if (points.length < CORNERS_MIN) {
    throw errors.invalidSearchParameter(POINTS, `${points.length} of at least ${CORNERS_MIN}`)
  }
})
