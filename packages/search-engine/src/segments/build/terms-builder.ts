import { outOfRange } from '@rowhouse/platform'
import type { FieldValue } from '../../documents/document.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import { GrowableUint32 } from '../format/growable.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { DROPPED, type LevelMap } from '../write/document-map.js'
import { placeValues } from '../write/placement.js'
import { writeTerms } from '../write/write-terms.js'
import { type FieldBuilder, misfit, ownersOf } from './field-builder.js'
import { TermTable } from './term-table.js'
import { writeUsedTerms } from './write-used-terms.js'

/** Whole values as terms, distinct within each document. */
export class TermsBuilder implements FieldBuilder {
  readonly #field: FieldLayout
  readonly #table = new TermTable()
  readonly #documents = new GrowableUint32()
  readonly #terms = new GrowableUint32()

  constructor(field: FieldLayout) {
    this.#field = field
  }

  get memoryBytes(): number {
    const numbers = this.#documents.values.length + this.#terms.values.length
    return this.#table.memoryBytes + numbers * 4
  }

  add(document: number, values: readonly FieldValue[]): void {
    const from = this.#terms.length
    for (const value of values) {
      if (typeof value === 'string') this.#terms.push(this.#table.addText(value, 0, value.length))
      else if (value instanceof Uint8Array)
        this.#terms.push(this.#table.addBytes(value, 0, value.length))
      else throw misfit(this.#field.name, value)
    }
    if (values.length > 1)
      this.#terms.length = distinct(this.#terms.values, from, this.#terms.length)
    for (let index = from; index < this.#terms.length; index++) this.#documents.push(document)
  }

  /** The one value of a document. */
  addTerm(document: number, bytes: Uint8Array, from: number, to: number): void {
    this.#terms.push(this.#table.addBytes(bytes, from, to))
    this.#documents.push(document)
  }

  write(writer: SegmentWriter, level: LevelMap): FieldSummary | undefined {
    const owners = ownersOf(this.#documents.view(), level)
    if (owners === undefined) return undefined
    const terms = this.#terms.values
    const used = new Uint8Array(this.#table.size)
    for (let index = 0; index < owners.length; index++)
      if (owners[index] !== DROPPED) used[terms[index] ?? outOfRange()] = 1
    const { ordinals, dictionary } = writeUsedTerms(this.#table, used)
    const placement = placeValues(level.documents, [owners])
    const column = new Uint32Array(placement.slots)
    const targets = placement.targets[0] ?? outOfRange()
    for (let index = 0; index < targets.length; index++) {
      const slot = targets[index] ?? outOfRange()
      if (slot !== DROPPED) column[slot] = ordinals[terms[index] ?? outOfRange()] ?? outOfRange()
    }
    return writeTerms(writer, { field: this.#field, placement, ordinals: column, dictionary })
  }
}

/** Sorts numbers in place and drops duplicates; answers the new end. */
const distinct = (values: Uint32Array, from: number, to: number): number => {
  values.subarray(from, to).sort()
  let end = from
  for (let index = from; index < to; index++)
    if (index === from || values[index] !== values[end - 1])
      values[end++] = values[index] ?? outOfRange()
  return end
}
