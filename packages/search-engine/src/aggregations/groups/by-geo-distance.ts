import { outOfRange } from '@rowhouse/platform'
import type { GeoPoint, GroupByGeoDistance } from '@rowhouse/protocol'
import type { GeoField } from '../../segments/field-reader.js'
import { haversineMetres } from '../../values/point-distance.js'
import { decodeLat, decodeLon } from '../../values/geo-encoding.js'

import { type AggregationScope, aggregatedField } from '../aggregation-field.js'
import { PlaceFinder, type Places, createPlaces } from '../columns/value-places.js'
import { rangeItems } from './by-range.js'
import type { CompiledKind } from './compiled-kind.js'
import { cutRanges, rangeKeys } from './range-keys.js'

/**
 * Ranges of metres from a point, in the order of the request; a range begins at 0 at the earliest.
 */
export function compileByGeoDistance(
  asked: GroupByGeoDistance,
  scope: AggregationScope,
): CompiledKind {
  const field = aggregatedField(asked.fieldName, scope, {
    kind: 'group_by_geo_distance',
    isMetric: false,
    allowed: ['GEO_POINT'],
  })
  const ranges = asked.ranges.map(({ from, to }) => ({ from: Math.max(from, 0), to }))
  const cuts = cutRanges(ranges)
  return {
    isNested: field.layout.level !== '',
    sorters: [],
    start: () => ({
      source: {
        open: ({ segment }) => {
          const found = field.find(segment.rows)
          if (found?.field.kind !== 'geo') return undefined
          const finder = new PlaceFinder(found.shape, false, createPlaces())
          return rangeKeys(ranges, cuts, finder, metresFrom(asked.origin, found.field))
        },
      },
      result: (groups) => ({ kind: 'geoDistance', items: rangeItems(ranges, groups) }),
    }),
  }
}

function metresFrom(origin: GeoPoint, { column }: GeoField): (places: Places) => Float64Array {
  const { latitudes, longitudes } = column
  let metres = new Float64Array(0)
  return ({ count, indices }) => {
    if (metres.length < count) metres = new Float64Array(count * 2)
    for (let place = 0; place < count; place++) {
      const index = indices[place] ?? outOfRange()
      const lat = decodeLat(latitudes[index] ?? outOfRange())
      const lon = decodeLon(longitudes[index] ?? outOfRange())
      metres[place] = haversineMetres(origin.lat, origin.lon, lat, lon)
    }
    return metres
  }
}
