import { type Hash, outOfRange } from '@rowhouse/platform'
import type { RowFacts } from '../../documents/row-facts.js'
import { GrowableUint32 } from '../format/growable.js'
import { DROPPED } from '../write/document-map.js'
import type { RowOrder } from '../write/row-order.js'
import type { SegmentFacts } from '../write/write-facts.js'

const NO_FINGERPRINT: Readonly<Hash> = { high: 0, low: 0 }

/** Collects what a segment keeps of its rows beside their fields. */
export class FactsBuilder {
  readonly #fingerprints = new GrowableUint32()
  readonly #misfits = new Map<string, GrowableUint32>()

  get memoryBytes(): number {
    let bytes = this.#fingerprints.values.length * 4
    for (const { values } of this.#misfits.values()) bytes += values.length * 4
    return bytes
  }

  add(document: number, facts: RowFacts | undefined): void {
    this.addFingerprint(facts?.fingerprint ?? NO_FINGERPRINT)
    for (const field of facts?.misfits ?? []) this.addMisfit(document, field)
  }

  /** Of the next document. */
  addFingerprint({ high, low }: Readonly<Hash>): void {
    this.#fingerprints.push(high)
    this.#fingerprints.push(low)
  }

  /** Documents ascend; one can be given several times. */
  addMisfit(document: number, field: string): void {
    const known = this.#misfits.get(field)
    const documents = known ?? new GrowableUint32()
    if (known === undefined) this.#misfits.set(field, documents)
    const { length, values } = documents
    if (length === 0 || values[length - 1] !== document) documents.push(document)
  }

  finish({ rows, numbers }: RowOrder): SegmentFacts {
    const fingerprints = new Uint32Array(rows.length * 2)
    const from = this.#fingerprints.values
    for (let row = 0; row < rows.length; row++) {
      const document = rows[row] ?? outOfRange()
      fingerprints[row * 2] = from[document * 2] ?? outOfRange()
      fingerprints[row * 2 + 1] = from[document * 2 + 1] ?? outOfRange()
    }
    const misfits = new Map<string, Uint32Array>()
    for (const [field, documents] of this.#misfits) {
      const kept = documents.view().map((document) => numbers[document] ?? DROPPED)
      misfits.set(field, kept.filter((row) => row !== DROPPED).sort())
    }
    return { fingerprints, misfits }
  }
}
