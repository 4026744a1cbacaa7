import { outOfRange } from '@rowhouse/platform'
import { type GroupByGeoGrid, limits } from '@rowhouse/protocol'
import { boxOfGeohash, hashOfCell } from '../../values/geohash.js'
import type { GeoField } from '../../segments/field-reader.js'
import { type AggregationScope, aggregatedField } from '../aggregation-field.js'
import { PlaceFinder, createPlaces } from '../columns/value-places.js'
import { MOST_ROWS_FIRST, accessOf } from './by-field.js'
import type { CompiledKind } from './compiled-kind.js'
import { orderedGroups } from './order-groups.js'
import { PairTable } from './pair-table.js'
import { KeyRoom, type SegmentKeys, sameKey } from './segment-keys.js'

/** Cells of the map by geohash; those with the most rows come first. */
export function compileByGeoGrid(asked: GroupByGeoGrid, scope: AggregationScope): CompiledKind {
  const field = aggregatedField(asked.fieldName, scope, {
    kind: 'group_by_geo_grid',
    isMetric: false,
    allowed: ['GEO_POINT'],
  })
  const { precision, size = limits.SEARCH_GROUPS_DEFAULT } = asked
  return {
    isNested: field.layout.level !== '',
    sorters: MOST_ROWS_FIRST,
    start: ({ room }) => {
      const cells = new PairTable(room)
      const hashOf = (key: number): string =>
        hashOfCell(cells.first(key), cells.second(key), precision)
      return {
        source: {
          open: ({ segment }) => {
            const found = field.find(segment.rows)
            if (found?.field.kind !== 'geo') return undefined
            const finder = new PlaceFinder(found.shape, false, createPlaces())
            return cellKeys(found.field, precision, finder, cells)
          },
          memoryBytes: () => cells.memoryBytes,
        },
        result: (groups) => {
          const access = accessOf(groups, (a, b) => (hashOf(a) < hashOf(b) ? -1 : 1))
          const items = orderedGroups(groups.buckets, size, MOST_ROWS_FIRST, access).map(
            (bucket) => ({
              ...cellOf(hashOf(groups.key(bucket))),
              rowCount: groups.rowCount(bucket),
              ...groups.sub(bucket),
            }),
          )
          return { kind: 'geoGrid', items }
        },
      }
    },
  }
}

/**
 * Encoded degrees divide the range into a power of two of steps, so their upper bits are the cell.
 */
function cellKeys(
  { column }: GeoField,
  precision: number,
  finder: PlaceFinder,
  cells: PairTable,
): SegmentKeys {
  const { latitudes, longitudes } = column
  const latShift = 32 - Math.floor((precision * 5) / 2)
  const lonShift = 32 - Math.ceil((precision * 5) / 2)
  const room = new KeyRoom()
  return {
    size: undefined,
    mayRepeat: finder.isMany,
    keyOf: sameKey,
    read: (block) => {
      const places = finder.find(block)
      const { count, indices } = places
      const keys = room.reserve(count)
      for (let place = 0; place < count; place++) {
        const index = indices[place] ?? outOfRange()
        const lat = ((latitudes[index] ?? outOfRange()) + 2 ** 31) / 2 ** latShift
        const lon = ((longitudes[index] ?? outOfRange()) + 2 ** 31) / 2 ** lonShift
        keys[place] = cells.numberOf(Math.floor(lat), Math.floor(lon))
      }
      return { ...places, keys }
    },
  }
}

function cellOf(key: string) {
  const box = boxOfGeohash(key)
  if (box === undefined) throw new Error('a cell has a geohash')
  return {
    key,
    topLeft: { lat: box.maxLat, lon: box.minLon },
    bottomRight: { lat: box.minLat, lon: box.maxLon },
  }
}
