import { outOfRange } from '@rowhouse/platform'
import type { GeoPoint } from '@rowhouse/protocol'
import type { FieldValue } from '../../documents/document.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import { encodeLat, encodeLon } from '../../values/geo-encoding.js'
import { GrowableUint32 } from '../format/growable.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED, type LevelMap } from '../write/document-map.js'
import { placeValues } from '../write/placement.js'
import { writeGeo } from '../write/write-geo.js'
import { type FieldBuilder, misfit, ownersOf } from './field-builder.js'

const isPoint = (value: FieldValue): value is GeoPoint =>
  typeof value === 'object' && 'lat' in value

export class GeoBuilder implements FieldBuilder {
  readonly #field: FieldLayout
  readonly #documents = new GrowableUint32()
  readonly #latitudes = new GrowableUint32()
  readonly #longitudes = new GrowableUint32()

  constructor(field: FieldLayout) {
    this.#field = field
  }

  get memoryBytes(): number {
    return this.#documents.values.length * 12
  }

  add(document: number, values: readonly FieldValue[]): void {
    for (const value of values) {
      if (!isPoint(value)) throw misfit(this.#field.name, value)
      this.addPoint(document, value.lat, value.lon)
    }
  }

  addPoint(document: number, lat: number, lon: number): void {
    this.#documents.push(document)
    this.#latitudes.push(encodeLat(lat))
    this.#longitudes.push(encodeLon(lon))
  }

  write(writer: SegmentWriter, level: LevelMap): FieldSummary | undefined {
    const owners = ownersOf(this.#documents.view(), level)
    if (owners === undefined) return undefined
    const placement = placeValues(level.documents, [owners])
    const latitudes = new Int32Array(placement.slots)
    const longitudes = new Int32Array(placement.slots)
    const targets = placement.targets[0] ?? outOfRange()
    const [fromLatitudes, fromLongitudes] = [this.#latitudes.values, this.#longitudes.values]
    for (let index = 0; index < targets.length; index++) {
      const slot = targets[index] ?? outOfRange()
      if (slot === DROPPED) continue
      latitudes[slot] = fromLatitudes[index] ?? outOfRange()
      longitudes[slot] = fromLongitudes[index] ?? outOfRange()
    }
    return writeGeo(writer, { name: this.#field.name, placement, latitudes, longitudes })
  }
}
