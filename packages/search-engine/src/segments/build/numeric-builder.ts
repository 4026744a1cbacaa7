import { outOfRange } from '@rowhouse/platform'
import type { FieldValue } from '../../documents/document.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import { GrowableFloat64, GrowableInt64, GrowableUint32 } from '../format/growable.js'
import type { Numbers } from '../format/numbers.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED, type LevelMap } from '../write/document-map.js'
import { type Placement, placeValues } from '../write/placement.js'
import { writeNumeric } from '../write/write-numeric.js'
import { type FieldBuilder, misfit, ownersOf } from './field-builder.js'

const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER)

/** Holds integers as doubles, in units of one size, until one of them would lose precision. */
export class NumericBuilder implements FieldBuilder {
  readonly #field: FieldLayout
  readonly #isDouble: boolean
  readonly #documents = new GrowableUint32()
  readonly #doubles = new GrowableFloat64()
  /** Of the doubles. */
  #unit = 1
  #longs: GrowableInt64 | undefined

  constructor(field: FieldLayout) {
    this.#field = field
    this.#isDouble = field.type === 'DOUBLE'
  }

  get memoryBytes(): number {
    const longs = this.#longs?.values.length ?? 0
    return this.#documents.values.length * 4 + (this.#doubles.values.length + longs) * 8
  }

  add(document: number, values: readonly FieldValue[]): void {
    for (const value of values) {
      if (typeof value === 'number') this.#addNumber(value)
      else if (typeof value === 'bigint' && !this.#isDouble) this.#addLong(value)
      else throw misfit(this.#field.name, value)
      this.#documents.push(document)
    }
  }

  /**
   * Adds the one value of a document as a multiple of a unit: a date in milliseconds needs no
   * bigint.
   */
  addUnits(document: number, value: number, unit: number): void {
    if (this.#isDouble) this.#doubles.push(value)
    else if (!Number.isSafeInteger(value)) throw misfit(this.#field.name, value)
    else if (this.#hasUnit(unit)) this.#doubles.push(value)
    else this.#addLong(BigInt(value) * BigInt(unit))
    this.#documents.push(document)
  }

  #addNumber(value: number): void {
    if (this.#isDouble) this.#doubles.push(value)
    else if (!Number.isSafeInteger(value)) throw misfit(this.#field.name, value)
    else if (this.#hasUnit(1)) this.#doubles.push(value)
    else this.#addLong(BigInt(value))
  }

  #addLong(value: bigint): void {
    if (value <= SAFE_MAX && value >= -SAFE_MAX && this.#hasUnit(1))
      this.#doubles.push(Number(value))
    else (this.#longs ??= this.#convert()).push(value)
  }

  /** Whether the next value may be a double of this unit. */
  #hasUnit(unit: number): boolean {
    if (this.#longs !== undefined) return false
    if (this.#doubles.length === 0) this.#unit = unit
    return this.#unit === unit
  }

  #convert(): GrowableInt64 {
    const longs = new GrowableInt64()
    const unit = BigInt(this.#unit)
    for (const value of this.#doubles.view()) longs.push(BigInt(value) * unit)
    this.#doubles.values = new Float64Array(0)
    return longs
  }

  write(writer: SegmentWriter, level: LevelMap): FieldSummary | undefined {
    const owners = ownersOf(this.#documents.view(), level)
    if (owners === undefined) return undefined
    const placement = placeValues(level.documents, [owners])
    return writeNumeric(writer, {
      name: this.#field.name,
      hasColumn: this.#field.hasColumn,
      hasOrder: this.#field.isIndexed,
      placement,
      numbers: this.#numbers(placement),
    })
  }

  #numbers({ slots, targets: [first] }: Placement): Numbers {
    const targets = first ?? outOfRange()
    if (this.#longs !== undefined) {
      const from = this.#longs.values
      const values = new BigInt64Array(slots)
      targets.forEach((slot, index) => {
        if (slot !== DROPPED) values[slot] = from[index] ?? outOfRange()
      })
      return { kind: 'long', values }
    }
    const from = this.#doubles.values
    const values = new Float64Array(slots)
    for (let index = 0; index < targets.length; index++) {
      const slot = targets[index] ?? outOfRange()
      if (slot !== DROPPED) values[slot] = from[index] ?? outOfRange()
    }
    return this.#isDouble
      ? { kind: 'double', values }
      : { kind: 'units', values, base: 0n, scale: BigInt(this.#unit) }
  }
}
