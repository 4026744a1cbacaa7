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
      const numbers = new CellNumbers(cells, precision)
      const hashOf = (key: number): string =>
        hashOfCell(cells.first(key), cells.second(key), precision)
      return {
        source: {
          open: ({ segment }) => {
            const found = field.find(segment.rows)
            if (found?.field.kind !== 'geo') return undefined
            const finder = new PlaceFinder(found.shape, false, createPlaces())
            return cellKeys(found.field, finder, numbers)
          },
          memoryBytes: () => cells.memoryBytes + numbers.memoryBytes,
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

/** Cells of at most so many bits are found by a table of all cells, 128 KB, instead of by hashing. */
const TABLE_BITS_MAX = 15

/** Turns the sign of encoded degrees around, so that they rise from 0. */
const SIGN = 0x80000000

/**
 * The numbers of the cells of places. Encoded degrees divide the range into a power of two of steps, so
 * their upper bits are the cell.
 */
class CellNumbers {
  readonly #cells: PairTable
  readonly #latShift: number
  readonly #lonShift: number
  readonly #lonBits: number
  /** The numbers of cells plus 1; 0 marks a cell without one. Undefined where there are too many cells. */
  readonly #table: Uint32Array | undefined

  constructor(cells: PairTable, precision: number) {
    const latBits = Math.floor((precision * 5) / 2)
    this.#cells = cells
    this.#lonBits = Math.ceil((precision * 5) / 2)
    this.#latShift = 32 - latBits
    this.#lonShift = 32 - this.#lonBits
    const bits = latBits + this.#lonBits
    this.#table = bits <= TABLE_BITS_MAX ? new Uint32Array(2 ** bits) : undefined
  }

  get memoryBytes(): number {
    return this.#table?.byteLength ?? 0
  }

  numberOf(latitude: number, longitude: number): number {
    const lat = (latitude ^ SIGN) >>> this.#latShift
    const lon = (longitude ^ SIGN) >>> this.#lonShift
    const table = this.#table
    if (table === undefined) return this.#cells.numberOf(lat, lon)
    const slot = (lat << this.#lonBits) | lon
    const known = table[slot] ?? outOfRange()
    if (known > 0) return known - 1
    const number = this.#cells.numberOf(lat, lon)
    table[slot] = number + 1
    return number
  }
}

function cellKeys({ column }: GeoField, finder: PlaceFinder, numbers: CellNumbers): SegmentKeys {
  const { latitudes, longitudes } = column
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
        keys[place] = numbers.numberOf(
          latitudes[index] ?? outOfRange(),
          longitudes[index] ?? outOfRange(),
        )
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
