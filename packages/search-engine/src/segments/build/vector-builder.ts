import { expectDefined } from '@rowhouse/platform'
import type { FieldValue } from '../../documents/document.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import { GrowableUint32 } from '../format/growable.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED, type LevelMap } from '../write/document-map.js'
import { placeValues } from '../write/placement.js'
import { writeVector } from '../write/write-vector.js'
import { type FieldBuilder, misfit, ownersOf } from './field-builder.js'

const FIRST_FLOATS = 1024

/** One vector per document. */
export class VectorBuilder implements FieldBuilder {
  readonly #field: FieldLayout
  readonly #dimension: number
  readonly #documents = new GrowableUint32()
  #floats = new Float32Array(0)

  constructor(field: FieldLayout) {
    this.#field = field
    this.#dimension = expectDefined(field.vector, 'a vector field has a dimension').dimension
  }

  get memoryBytes(): number {
    return this.#documents.values.length * 4 + this.#floats.length * 4
  }

  add(document: number, values: readonly FieldValue[]): void {
    const [value] = values
    if (!(value instanceof Float32Array) || value.length !== this.#dimension || values.length > 1)
      throw misfit(this.#field.name, value)
    const from = this.#documents.length * this.#dimension
    if (from + value.length > this.#floats.length) {
      const grown = new Float32Array(Math.max(FIRST_FLOATS, (from + value.length) * 2))
      grown.set(this.#floats)
      this.#floats = grown
    }
    this.#floats.set(value, from)
    this.#documents.push(document)
  }

  write(writer: SegmentWriter, level: LevelMap): FieldSummary | undefined {
    const owners = ownersOf(this.#documents.view(), level)
    if (owners === undefined) return undefined
    const dimension = this.#dimension
    const placement = placeValues(level.documents, [owners])
    const values = new Float32Array(level.documents * dimension)
    owners.forEach((owner, index) => {
      if (owner === DROPPED) return
      values.set(
        this.#floats.subarray(index * dimension, (index + 1) * dimension),
        owner * dimension,
      )
    })
    return writeVector(writer, { name: this.#field.name, dimension, placement, values })
  }
}
